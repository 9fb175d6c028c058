// Rectangles, and matrices of four numbers.

// Differences that no finger feels are left alone.
export function isNear(one, other) {
  if (Array.isArray(one) && Array.isArray(other)) return one.every((value, index) => isNear(value, other[index]));
  if (typeof one === "number" && typeof other === "number") return Math.abs(one - other) < 0.005;
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

export function isWithin(inner, outer) {
  return inner.left >= outer.left - 1 && inner.top >= outer.top - 1 && inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1;
}

export function shared(one, other) {
  return {
    left: Math.max(one.left, other.left), top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right), bottom: Math.min(one.bottom, other.bottom),
  };
}

export function times([a, b, c, d], [e, f, g, h]) {
  return [a * e + c * f, b * e + d * f, a * g + c * h, b * g + d * h];
}

export function along([a, b, c, d], [x, y]) { return [a * x + c * y, b * x + d * y]; }

export function inverse([a, b, c, d]) {
  const size = a * d - b * c || 1;
  return [d / size, -b / size, -c / size, a / size];
}

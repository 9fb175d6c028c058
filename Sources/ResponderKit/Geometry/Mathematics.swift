// The functions of the C library that the engine uses.

import Glibc

/// The angle of a vector in radians, clockwise on screen from the x axis.
func angle(of vector: Point) -> Double { atan2(vector.y, vector.x) }

/// The sine of an angle in radians.
func sine(_ angle: Double) -> Double { sin(angle) }

/// The cosine of an angle in radians.
func cosine(_ angle: Double) -> Double { cos(angle) }

/// The exponential function.
func exponential(_ exponent: Double) -> Double { exp(exponent) }

/// The natural logarithm.
func logarithm(_ number: Double) -> Double { log(number) }

"""What hostile connections send: all that costs the daemon time, each of them one kind of it."""

import json

# The views in a put of the largest size, beside the put and the view that they are in; `hello` says the limit.
MOST = 298


def lines(*requests):
    return b"".join(json.dumps(request).encode() + b"\n" for request in requests)


def put(name, count, turned=False, **more):
    views = [{"id": f"{name}.{index}", "frame": [0, 0, 9, 9]} for index in range(count)]
    if turned:
        views.reverse()
    return {"put": {"in": "shelf", "view": {"id": name, "frame": [0, 0, 10, 10], "subviews": views}, **more}}


# What costs time and is the same for every connection.
PLAIN = [
    lines({"describe": {}}) * 200,
    lines({"hitTest": {"point": [50, 50], "trace": True}}) * 200,
    lines({"status": {}}) * 200,
    b"x\n" * 2000,
    b"y" * 100_000,
    lines({"subscribe": {"types": ["control"], "snapshot": True}}, {"unsubscribe": {"subscription": 1}}) * 50,
    lines(*({kind: {"window": "pad", **more}} for kind, more in [
        ("tree", {}), ("chain", {"responder": "key"}), ("why", {"recognizer": "key.pan", "point": [650, 50]}), ("subscribe", {}),
        ("put", {"in": "key", "view": {"id": "spy"}}), ("set", {"view": "key", "isHidden": True}), ("remove", {"view": "key"}),
        ("cancel", {"touches": list(range(99))}), ("answer", {"question": 1, "yes": True})])) * 20,
]


def filters(number):
    """Sixteen subscriptions of sixty names, and one of too many."""
    several = [{"subscribe": {"views": [f"{number}.{index}.{name}" for name in range(60)]}} for index in range(16)]
    return lines(*several, {"subscribe": {"views": [f"{number}.{name}" for name in range(5000)]}}), b""


def edits(number):
    """Views that come and go, for every subscriber to read."""
    return b"", b"".join(
        lines(put(f"e{number}.{index}", 20), {"remove": {"view": f"e{number}.{index}"}}) for index in range(20))


def batches(number):
    """The longest batches and puts that there may be, in a wide tree."""
    views = [f"w{number}.{index}" for index in range(MOST)]
    return lines(put(f"w{number}", MOST)), lines(
        {"batch": [{"set": {"view": view, "alpha": 0.5}} for view in views]},
        put(f"w{number}", MOST, turned=True))


def questions(number):
    """A wide tree that is read again and again, and names that it does not have."""
    return lines(put(f"w{number}", MOST)), lines({"tree": {}}, {"chain": {"responder": f"w{number}.3_" * 100}}) * 10


def depths(number):
    """Views in each other as deep as may be, and questions about the deepest of them."""
    view = {"id": f"d{number}.57", "frame": [0, 0, 9, 9]}
    for depth in reversed(range(57)):
        view = {"id": f"d{number}.{depth}", "frame": [0, 0, 9, 9], "subviews": [view]}
    deepest = f"d{number}.57"
    return lines({"put": {"in": "shelf", "view": view}}), lines(
        {"chain": {"responder": deepest}}, {"hitTest": {"point": [2, 402], "trace": True}},
        {"set": {"view": deepest, "alpha": 0.5}},
        *({"put": {"in": f"d{number}.{depth}", "view": {"id": deepest, "frame": [0, 0, 9, 9]}}} for depth in (0, 56))) * 20


def recognizers(number):
    """As many recognizers as may be where a finger lands."""
    kinds = ["tap", "pan", "longPress", "pinch", "rotation", "swipe"]
    view = {"id": f"r{number}", "frame": [0, 0, 300, 80], "isMultipleTouchEnabled": True,
            "gestureRecognizers": [{"id": f"r{number}.{index}", kinds[index % 6]: {"simultaneousWith": "any"}}
                                   for index in range(64)]}
    # Others lie in front of it soon, so it comes forward again and again.
    return lines({"put": {"in": "shelf", "view": view}}), lines(
        {"put": {"in": "shelf", "view": view, "above": f"r{number + 1}"}}, {"why": {"recognizer": f"r{number}.0", "point": [50, 440]}},
        {"subscribe": {"explain": True, "types": ["explain"]}}, {"identify": {"name": f"actor{number}"}})


def names(number):
    """Programs with random bytes as names."""
    def programs(index):
        users = [{"user": f"nobody{number}.{index}.{name}"} for name in range(12)]
        return [*users, {"unit": f"u{number}.{index}.service"}]
    return lines(put(f"n{number}", 2)), b"".join(
        lines({"set": {"view": f"n{number}.0", "mountPoint": programs(index)}})
        for index in range(20))


def scrolls(number):
    """Scroll views that move by themselves, from one end to the other and back."""
    views = [{"id": f"s{number}.{index}", "scrollView": {"frame": [0, 0, 9, 9], "contentSize": [9, 1_000_000]}} for index in range(20)]
    moves = [{"scrollTo": {"view": view["id"], "offset": [0, offset], "animated": True}} for offset in (900_000, 0) for view in views]
    return lines({"put": {"in": "shelf", "view": {"id": f"s{number}", "frame": [0, 0, 9, 9], "subviews": views}}}), lines(*moves) * 5


def relations(number):
    """Taps that wait for as many others as may be, and are gone again."""
    others = [f"o{number}.{index}" for index in range(64)]
    taps = [{"id": f"t{number}.{index}", "tap": {"numberOfTapsRequired": 2, "requiresFailureOf": others}} for index in range(20)]
    view = {"id": f"t{number}", "frame": [0, 0, 300, 80], "gestureRecognizers": taps}
    awaited = {"id": f"o{number}", "frame": [0, 0, 9, 9], "gestureRecognizers": [{"id": name, "tap": {}} for name in others]}
    return lines({"put": {"in": "shelf", "view": awaited}}), lines({"put": {"in": "shelf", "view": view}}, {"remove": {"view": view["id"]}}) * 5


def attacks(number):
    """What connection `number` sends once, and what it sends again and again."""
    special = [filters, edits, batches, questions, depths, recognizers, names, scrolls, relations]
    kind = number % (len(PLAIN) + len(special))
    return (b"", PLAIN[kind]) if kind < len(PLAIN) else special[kind - len(PLAIN)](number)

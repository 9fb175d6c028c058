"""Configurations the tests start the daemon with; `{source}` is how the devices are read."""

SCREEN = """
screens:
  panel: {{ size: [800, 480] }}
devices:
  - match: {{ name: "Lab *" }}
    screen: panel
    source: {source}
"""

# Where the home view's parts lie on the screen.
CARD, PICTURE, RED = (100, 50), (150, 90), (550, 50)

# A child whose parent handles touches, a view with the first three recognizers, and bare ground.
HOME = SCREEN + """
application:
  id: app
  windows:
    - id: main
      screen: panel
      rootViewController:
        id: home
        view:
          id: home.view
          subviews:
            - id: card
              frame: [100, 50, 400, 300]
              isMultipleTouchEnabled: true
              handles: [touches]
              subviews:
                - id: picture
                  frame: [50, 40, 200, 100]
                  isMultipleTouchEnabled: true
            - id: red
              frame: [550, 50, 200, 300]
              handles: [touches]
              gestureRecognizers:
                - id: red.tap
                  tap: {{}}
                - id: red.pan
                  pan: {{}}
                - id: red.hold
                  longPress: {{}}
"""

# One view as large as the screen.
GROUND = """
application:
  id: app
  windows:
    - id: main
      screen: panel
      rootViewController:
        id: home
        view:
          id: ground
          isMultipleTouchEnabled: true
          handles: [touches]
"""

WHOLE = SCREEN + GROUND

# Four panels on four screens, turned by what their names say; and one mirrored both ways.
TURNED = """
screens:
  upright: {{ size: [800, 480] }}
  right: {{ size: [480, 800] }}
  over: {{ size: [800, 480] }}
  left: {{ size: [480, 800] }}
devices:
  - {{ match: {{ name: "Lab 0" }}, screen: upright, source: {source}, rotate: 0 }}
  - {{ match: {{ name: "Lab 90" }}, screen: right, source: {source}, rotate: 90 }}
  - {{ match: {{ name: "Lab 180" }}, screen: over, source: {source}, rotate: 180 }}
  - {{ match: {{ name: "Lab 270" }}, screen: left, source: {source}, rotate: 270 }}
application:
  id: app
  windows:
    - {{ id: w0, screen: upright, handles: [touches], isMultipleTouchEnabled: true }}
    - {{ id: w90, screen: right, handles: [touches], isMultipleTouchEnabled: true }}
    - {{ id: w180, screen: over, handles: [touches], isMultipleTouchEnabled: true }}
    - {{ id: w270, screen: left, handles: [touches], isMultipleTouchEnabled: true }}
"""

# Panels mirrored each way, and both ways with a turn.
MIRRORED = """
screens:
  one: {{ size: [800, 480] }}
  two: {{ size: [800, 480] }}
  three: {{ size: [480, 800] }}
devices:
  - {{ match: {{ name: "Lab x" }}, screen: one, source: {source}, mirror: x }}
  - {{ match: {{ name: "Lab y" }}, screen: two, source: {source}, mirror: y }}
  - {{ match: {{ name: "Lab xy90" }}, screen: three, source: {source}, mirror: [x, y], rotate: 90 }}
application:
  id: app
  windows:
    - {{ id: wx, screen: one, handles: [touches], isMultipleTouchEnabled: true }}
    - {{ id: wy, screen: two, handles: [touches], isMultipleTouchEnabled: true }}
    - {{ id: wxy90, screen: three, handles: [touches], isMultipleTouchEnabled: true }}
"""

GRABBED = SCREEN + "    grab: true\n" + GROUND

"""The project's own recordings pass through the virtual touchscreen, whatever lies beside the project."""

from passing import passing_test
from passing_recordings import pass_all


@passing_test("passing on: our own recordings pass through, frame by frame")
def recordings(lab):
    paths = lab.own_recordings("small-touchscreen.*")
    assert len(paths) == 2, f"expected two recordings, found {paths}"
    pass_all(lab, paths)

"""The project's own recordings pass through the virtual touchscreen, whatever lies beside the project."""

import glob
import os

from passing_recordings import pass_all
from suite import test

HERE = os.path.dirname(os.path.abspath(__file__))


@test("passing on: our own recordings pass through, frame by frame")
def recordings(lab):
    folder = "/share/panels" if lab.in_machine else f"{HERE}/../../DevicesTests/Recordings"
    paths = sorted(glob.glob(f"{folder}/small-touchscreen.*"))
    assert len(paths) == 2, f"expected two recordings in {folder}, found {paths}"
    pass_all(lab, paths)

"""Does the second model agree with the scenarios of a folder?

    check.py FOLDER
"""

import glob
import sys

import yaml

import scenario


def main():
    same = different = outside = 0
    for path in sorted(glob.glob(sys.argv[1] + "/*.yaml")):
        for document in filter(None, yaml.safe_load_all(open(path))):
            try:
                got = scenario.play(document)
            except (NotImplementedError, KeyError):
                outside += 1
                continue
            if got == document["expect"]:
                same += 1
                continue
            different += 1
            print(f"✘ {document['id']} {document['title']}: expected, and what the model says")
            for index in range(max(len(got), len(document["expect"]))):
                pair = [lines[index] if index < len(lines) else "-" for lines in (document["expect"], got)]
                print(f"  {' ' if pair[0] == pair[1] else '>'} {pair[0]:60} {pair[1]}")
    print(f"the model agrees with {same} scenarios; {outside} are outside of what it models")
    sys.exit(1 if different or not same else 0)


main()

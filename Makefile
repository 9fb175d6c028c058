# The commands of the project. `make` without a target lists them.
#
#   PREFIX   the directory for `install` (default /usr)
#   DESTDIR  a root directory for `install`, for packages and tests
#   RECORDINGS  recordings of real devices, for test and test-recordings (default ../shared/recordings)
#   SYSTEM   the release of Debian of the tests' virtual machine, bookworm or trixie (default: that of this machine)
#   ALSO     steps of the night that `test` runs as well, as browsers, or other: a few tests in a machine of the other release
#   SWIFT    the swift to use (default: scripts/find-swift)

PREFIX ?= /usr
DESTDIR ?=
RECORDINGS ?= ../shared/recordings
export SWIFT SYSTEM RECORDINGS

.PHONY: help run test test-all test-quick test-machines build lint format man install uninstall bench bench-check soak fuzz test-here test-recordings \
  deb dist clean docs man npm pictures site

help:
	@echo 'make run              build, start the daemon and print its records, with or without a touchscreen'
	@echo 'make test             run the tests'
	@echo 'make test-all         run all of them, in both releases and Firefox, with two million steps of each law: a night'
	@echo 'make test-quick       run what shows within a minute whether a change is right'
	@echo 'make test-machines    run all tests of the virtual machine, with Debian 12 and with Debian 13: about an hour'
	@echo 'make build            build the programs in .build/release'
	@echo 'make lint             check the rules for code and documents'
	@echo 'make format           format the Swift code'
	@echo 'make docs             write the generated parts of the references: keys, commands, limits'
	@echo 'make site             make a searchable site of the documents with a film at its top, in .build/site/html'
	@echo 'make man              make the manual pages from the documents, in .build/man'
	@echo 'make npm              make the package of the JavaScript client, in .build/npm'
	@echo 'make pictures         draw the pictures of the documents'
	@echo 'make install          install programs, service, configuration and manual; see DESTDIR and PREFIX'
	@echo 'make uninstall        remove what install added, but not your configuration'
	@echo 'make bench            measure speed and memory beside other programs'
	@echo 'make bench-check      the same; fails on a row outside its budget without a reason'
	@echo 'make soak             run random operations and check every invariant; STEPS=N sets the number'
	@echo 'make fuzz             run random bytes through readers, engine and sessions; SECONDS=N for each'
	@echo 'make test-here        run the machine tests on this kernel; needs a writable /dev/uinput'
	@echo 'make test-recordings  replay recordings of real devices; RECORDINGS=FOLDER'
	@echo 'make deb              build a Debian package and check it with lintian'
	@echo 'make dist             make what people download: packages, a tarball, the list of parts, checksums'
	@echo 'make clean            remove what was built'

run:
	@scripts/run

test:
	@scripts/test

test-all:
	@scripts/test --all

test-quick:
	@scripts/install-dependencies build
	@scripts/test-quick

test-machines:
	@scripts/test --all machine other

build:
	@scripts/install-dependencies build
	@scripts/build-release

lint:
	@scripts/install-dependencies build test
	@scripts/lint

format:
	@git ls-files -z --cached --others --exclude-standard '*.swift' | xargs -0 "$$(scripts/find-swift)" format --in-place --parallel

install:
	@scripts/install --destdir "$(DESTDIR)" --prefix "$(PREFIX)"

uninstall:
	@scripts/install --remove --destdir "$(DESTDIR)" --prefix "$(PREFIX)"

bench:
	@scripts/install-dependencies build bench chromium
	@scripts/build-release
	@Tests/Benchmarks/run

bench-check:
	@scripts/install-dependencies build bench chromium
	@scripts/build-release
	@Tests/Benchmarks/run --strict

soak:
	@scripts/install-dependencies build
	@scripts/soak "$${STEPS:-2000000}"

fuzz:
	@scripts/install-dependencies build
	@Tests/Fuzz/run "$${SECONDS:-60}"

test-here:
	@scripts/install-dependencies build
	@scripts/build-release
	@Tests/VirtualMachine/run --here

test-recordings:
	@scripts/install-dependencies build test machine
	@scripts/test-recordings

deb:
	@scripts/install-dependencies build deb
	@scripts/build-deb

dist:
	@scripts/dist

clean:
	rm -rf .build .cache

docs: build
	@scripts/reference
	@clients/python/make_records.py

site:
	@scripts/install-dependencies build chromium film
	@scripts/build-release
	@scripts/film
	@scripts/site

man:
	@scripts/install-dependencies man
	@scripts/build-manual

npm:
	@scripts/build-npm

pictures: build
	@scripts/pictures .build/release/responderctl

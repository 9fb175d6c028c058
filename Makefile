# The house's commands. `make` alone lists them.
#
#   PREFIX   where `install` puts things (default /usr)
#   DESTDIR  a root below which it puts them, for packages and tests
#   RECORDINGS  recordings of real devices, for test-recordings (default ../shared/recordings)
#   SWIFT    the swift to use (default: scripts/find-swift)

PREFIX ?= /usr
DESTDIR ?=
RECORDINGS ?= ../shared/recordings
export SWIFT

.PHONY: help run test build lint format man install uninstall bench soak fuzz test-here test-recordings \
  deb clean

help:
	@echo 'make run              build what is needed and show fingers becoming records, with or without a touchscreen'
	@echo 'make test             every test: lint, unit, conformance, documents, installation, virtual machine'
	@echo 'make build            the programs as they are installed, in .build/release'
	@echo 'make lint             the rules of the house that a machine can check'
	@echo 'make format           formats the Swift'
	@echo 'make install          programs, service, configuration, manual; DESTDIR and PREFIX are honoured'
	@echo 'make uninstall        removes what install put, but not your configuration'
	@echo 'make bench            figures beside their floors and peers'
	@echo 'make soak             random operations with every invariant checked; STEPS=N for how many'
	@echo 'make fuzz             readers, kernel events, engine and sessions against random bytes; SECONDS=N for each'
	@echo 'make test-here        the machine tests on this kernel; needs a writable /dev/uinput'
	@echo 'make test-recordings  recordings of real devices; RECORDINGS=FOLDER'
	@echo 'make deb              a Debian package, checked by lintian'
	@echo 'make clean            removes what was built'

run:
	@scripts/run

test:
	@scripts/test

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
	@scripts/install-dependencies build bench
	@scripts/build-release
	@Tests/Benchmarks/run

soak:
	@scripts/install-dependencies build
	@scripts/soak "$${STEPS:-2000000}"

fuzz:
	@scripts/install-dependencies build
	@Tests/Fuzz/run "$${SECONDS:-60}"

test-here:
	@scripts/install-dependencies build
	@scripts/build-release
	@Tests/Machine/run --here

test-recordings:
	@test -d "$(RECORDINGS)" || { echo 'make test-recordings: say where they are: RECORDINGS=FOLDER' >&2; exit 2; }
	@scripts/install-dependencies build test machine
	@RESPONDERD_RECORDINGS="$(abspath $(RECORDINGS))" scripts/swift-test --filter 'RealRecordingTests|GoldenLibinputTests'
	@RECORDINGS="$(abspath $(RECORDINGS))" scripts/test-recordings

deb:
	@scripts/install-dependencies build deb
	@scripts/build-deb

clean:
	rm -rf .build .cache

man: build
	@while IFS="$$(printf '\t')" read -r source page section text; do \
	  scripts/manual-of "$$source" "$$page" "$$section" "$$text" >"man/$$page.$$section" || exit; \
	done <man/PAGES
	@scripts/manual-of-commands .build/release/responderctl >man/responderctl.1

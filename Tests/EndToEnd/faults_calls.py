"""Which calls of the daemon can fail and how, and why the others cannot, for Tests/EndToEnd/faults."""

import errno
import glob
import os
import re
import subprocess

# The errors that each call can meet in practice; EINTR is added to those that can be interrupted.
ERRORS = {
    "accept4": [errno.EMFILE, errno.ECONNABORTED, errno.EINTR], "bind": [errno.EACCES, errno.EADDRINUSE],
    "access": [errno.EACCES], "chmod": [errno.EPERM], "chown": [errno.EPERM], "connect": [errno.ECONNREFUSED],
    "close": [errno.EIO, errno.EINTR],
    "epoll_create1": [errno.EMFILE], "epoll_ctl": [errno.ENOMEM, errno.ENOSPC], "epoll_wait": [errno.EINTR],
    "fcntl": [errno.EINVAL], "flock": [errno.EAGAIN, errno.ENOLCK], "fstat": [errno.EIO], "getrlimit": [errno.EPERM], "getsockopt": [errno.ENOPROTOOPT],
    "inotify_add_watch": [errno.ENOSPC], "inotify_init1": [errno.EMFILE], "listen": [errno.EADDRINUSE],
    "ioctl": [errno.ENODEV, errno.EINVAL, errno.EINTR], "lstat": [errno.EACCES],
    "open": [errno.EMFILE, errno.EACCES], "opendir": [errno.EACCES],
    "poll": [errno.EINTR, errno.ENOMEM], "read": [errno.EIO, errno.EINTR], "readdir": [errno.EIO],
    "realpath": [errno.ENOENT], "recv": [errno.ECONNRESET, errno.EINTR], "rename": [errno.EACCES, errno.ENOSPC],
    "send": [errno.EPIPE, errno.ECONNRESET, errno.EINTR, errno.EAGAIN, errno.ENOBUFS],
    "sendto": [errno.ECONNREFUSED, errno.EAGAIN, errno.EINTR], "setrlimit": [errno.EPERM],
    "signalfd": [errno.EMFILE], "socket": [errno.EMFILE], "stat": [errno.EACCES],
    "signal": [errno.EINVAL], "syscall": [errno.ESRCH],
    "timerfd_create": [errno.EMFILE], "timerfd_settime": [errno.EINVAL], "unlink": [errno.EACCES],
    "write": [errno.EIO, errno.ENOSPC, errno.EINTR],
    "getgrnam": [errno.EIO], "getpwnam": [errno.EIO], "pthread_sigmask": [errno.EINVAL],
}
for call in ("libevdev_new_from_fd", "libevdev_grab", "libevdev_uinput_create_from_device"):
    ERRORS[call] = [errno.ENODEV, errno.EBUSY]
ERRORS["libinput_dispatch"] = [errno.EIO, errno.EINTR]
ERRORS["udev_monitor_receive_device"] = [errno.ENOBUFS, errno.ENOMEM]
USUAL = [errno.ENOMEM]

# Calls that are made to fail where they are made, but which this session does not make.
NOT_MADE_HERE = {
    "connect": "the daemon looks for another one only where its socket is already there",
    "libevdev_enable_event_type": "lets a virtual keyboard repeat; the machine that is made up here has no keyboard",
    "libevdev_event_code_get_name": "only names an axis without a range in a warning, which has its number otherwise",
    "poll": "asks whether a program of a unit that is named in the configuration still lives; no unit runs here",
    "syscall": "pidfd_open is for kernels before 6.5, which do not give the process of a peer themselves",
}

# What the daemon imports and does not make fail here, and why.
OTHERS = {
    "memory: Swift ends a program that gets none": """
        calloc free malloc malloc_trim malloc_usable_size posix_memalign realloc""",
    "cannot fail with what it is given": """
        __errno_location __stack_chk_fail clock_gettime closedir exit fnmatch getenv getpid getuid memchr memcmp memcpy memmove
        memset sigaddset sigemptyset strerrordesc_np strerrorname_np strlen sysconf usleep vsnprintf""",
    "arithmetic": """
        atan atan2 ceil cos exp floor fmod log remainder round sin sqrt tan trunc""",
    "reads what was loaded before, and was asked which kind it is": """
        json_array_get json_array_size json_delete json_integer_value json_object_iter json_object_iter_key
        json_object_iter_next json_object_iter_value json_object_size json_real_value json_string_length
        json_string_value yaml_event_delete yaml_parser_delete yaml_parser_set_encoding yaml_parser_set_input_string""",
    "reads or keeps a number in memory": """
        libevdev_free libevdev_get_event_value libevdev_get_id_bustype libevdev_get_id_product libevdev_get_id_vendor
        libevdev_get_id_version libevdev_get_slot_value libevdev_has_event_code libevdev_has_property
        libevdev_set_id_bustype libevdev_set_id_product libevdev_set_id_vendor libevdev_set_id_version libevdev_set_name
        libevdev_uinput_destroy libinput_device_get_user_data libinput_device_ref libinput_device_set_user_data
        libinput_device_unref libinput_event_destroy libinput_event_get_device libinput_event_get_keyboard_event
        libinput_event_get_touch_event libinput_event_get_type libinput_event_keyboard_get_key
        libinput_event_keyboard_get_key_state libinput_event_keyboard_get_time_usec libinput_event_touch_get_slot
        libinput_event_touch_get_time_usec libinput_event_touch_get_x_transformed
        libinput_event_touch_get_y_transformed libinput_get_fd libinput_get_user_data libinput_log_set_handler
        libinput_log_set_priority libinput_path_remove_device libinput_set_user_data libinput_unref mtdev_close_delete
        mtdev_delete mtdev_empty mtdev_put_event mtdev_set_abs_maximum mtdev_set_abs_minimum mtdev_set_abs_resolution
        mtdev_set_mt_event udev_device_unref udev_enumerate_unref udev_monitor_unref udev_unref""",
    "of Linux, for the bridges and responderctl; the daemon does not come there": """
        fsync gethostname inet_ntop inet_pton pread recvfrom setsockopt shutdown socketpair""",
}

# Swift's own runtime and the C++ that it is made of; our own code may not call these.
OF_SWIFT = re.compile(
    "_.*|environ|std(in|out|err)|[jy]n|lgamma[fl]?_r|"
    "(a?(cos|sin|tan)h?|atan2|cbrt|ceil|erfc?|exp(2|m1)?|fdim|floor|fm(a|ax|in|od)|hypot|log(10|1p|2|b)?|nan|nearbyint|"
    "nextafter|pow|remainder|remquo|rint|round|sqrt|tgamma|trunc)[fl]?|"
    "abort|aligned_alloc|bcmp|clone|dladdr|dlerror|dlsym|dup2|execvpe|fclose|fflush|fgets|flockfile|fopen|fprintf|fputc|fputs|"
    "funlockfile|fwrite|getauxval|gettext|isatty|lseek|mmap|mprotect|newlocale|openat|readlink|pthread_(attr_destroy|attr_getstack|getattr_np)|"
    "pthread_mutex_(destroy|lock|unlock)|pthread_(once|self)|putc|sem_open|sigaction|sigaltstack|sigdelset|sigfillset|siglongjmp|sigprocmask|snprintf|sprintf|strcat|strchr|"
    "strcmp|strdup|strerror|strncmp|strrchr|"
    "strto(d_l|f_l|l|ld_l|ll)|vfprintf|waitpid")
# The modules that the daemon is made of.
MODULES = ("CLinux", "CommandLine", "Configuration", "Devices", "Linux", "Protocol", "ResponderDaemon", "ResponderKit",
           "responderd")


def made_to_fail():
    """The names in the table of calls."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "faults.c"), encoding="utf-8") as file:
        return set(re.findall(r"^(?:(?:LAST_|LIBRARY_)?CALL|FAILING)\((\w+),", file.read(), re.MULTILINE))


def names(*words):
    """The names that a program or its parts take from others."""
    output = subprocess.run(["nm", *words], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1].split("@")[0] for line in output.splitlines() if re.search(r"^ +[Uw] ", line)}


def complaints(daemon, counts):
    """What is missing: imports without a row here, and calls that this session should make."""
    others = {name for text in OTHERS.values() for name in text.split()}
    failing = made_to_fail()
    imported = names("-D", "--undefined-only", daemon)
    for name in sorted(imported - failing - others):
        if not OF_SWIFT.fullmatch(name):
            yield f"{name}: make it fail in faults.c, or say in faults_calls.py why it cannot"
    for name in sorted(failing & others):
        yield f"{name}: it fails in faults.c and cannot fail in faults_calls.py"
    for name in sorted(failing & imported - set(counts) - set(NOT_MADE_HERE)):
        yield f"{name}: this session never calls it"
    objects = [path for module in MODULES
               for path in glob.glob(f"{os.path.dirname(daemon)}/{module}.build/**/*.o", recursive=True)]
    if not objects:
        return
    for name in sorted(names("-u", *objects) & imported - failing - others):
        if not name.startswith(("_", "$")):
            yield f"{name}: our own code calls it, so it is not Swift's"

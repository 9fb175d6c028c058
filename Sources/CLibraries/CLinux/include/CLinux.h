// Linux headers that Glibc's overlay leaves out, and calls that Swift cannot import.
#ifndef RESPONDER_CLINUX_H
#define RESPONDER_CLINUX_H

#include <stddef.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/types.h>

// accept4 hides behind _GNU_SOURCE; non-blocking and close-on-exec, peer's address not wanted.
int clinux_accept(int listener);

// SO_PEERCRED and SO_PEERGROUPS: struct ucred hides behind _GNU_SOURCE.
int clinux_peer_credentials(int descriptor, pid_t *pid, uid_t *uid, gid_t *gid);

// Fills at most *count groups, sets *count to how many there are; -1 and errno otherwise.
int clinux_peer_groups(int descriptor, gid_t *groups, size_t *count);

// A descriptor of the process that connected; opened by its number where the kernel is too old.
int clinux_peer_process(int descriptor, pid_t pid);

// The names of an error number, "EACCES" and "Permission denied"; NULL for an unknown one.
const char *clinux_error_name(int number);
const char *clinux_error_words(int number);

#endif

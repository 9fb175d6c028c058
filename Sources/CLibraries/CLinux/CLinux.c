#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int clinux_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int clinux_peer_credentials(int descriptor, pid_t *pid, uid_t *uid, gid_t *gid) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0)
    return -1;
  *pid = peer.pid;
  *uid = peer.uid;
  *gid = peer.gid;
  return 0;
}

int clinux_peer_groups(int descriptor, gid_t *groups, size_t *count) {
#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59
#endif
  socklen_t length = (socklen_t)(*count * sizeof *groups);
  int result = getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, groups, &length);
  if (result == 0 || errno == ERANGE)
    *count = length / sizeof *groups;
  return result;
}

int clinux_peer_process(int descriptor, pid_t pid) {
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif
  int process = -1;
  socklen_t length = sizeof process;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERPIDFD, &process, &length) == 0)
    return process;
  if (errno != ENOPROTOOPT)
    return -1;
  // It is closed on exec without being asked to.
  return (int)syscall(SYS_pidfd_open, pid, 0);
}

const char *clinux_error_name(int number) { return strerrorname_np(number); }

const char *clinux_error_words(int number) { return strerrordesc_np(number); }

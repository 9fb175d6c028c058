// Linux headers that Glibc's overlay leaves out, and calls that Swift cannot import.
#ifndef RESPONDER_CLINUX_H
#define RESPONDER_CLINUX_H

#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

#endif

/** @file
 * What a worker gives up once it has started. After it has loaded its first scripts it needs no
 * new privilege, no other program and no other file than the ones below:
 *
 *   no_new_privs   always
 *   Landlock       what a reload loads may be read: the routes folder, the contract, the folders of
 *                  Lua's modules, of the libraries in memory, and of time zones; the folder of the
 *                  access log may be written; nothing else is reached
 *   seccomp        no program may be run, no other process traced or signalled, no new namespace,
 *                  no mount, no kernel module, no outgoing connection
 */
#ifndef SVC_HOST_SANDBOX_H
#define SVC_HOST_SANDBOX_H

#include "base/fault.h"
#include "host/settings.h"

/** Enters the sandbox, for good. What the kernel does not know is left out, and logged.
 * @param modules where Lua finds modules, templates such as /usr/share/lua/5.4/?.lua, separated by
 * semicolons and absolute
 * @return false when the kernel refuses what it knows */
bool sandbox_enter(const settings *options, const char *modules, fault *why);

#endif

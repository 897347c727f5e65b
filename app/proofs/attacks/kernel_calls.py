# en: call the parts of the kernel that exploits start from
# zh: 调用漏洞利用常用的内核接口
# ends: ok
import ctypes
import errno
import platform

libc = ctypes.CDLL(None, use_errno=True)
numbers = {
    "x86_64": dict(ptrace=101, unshare=272, setns=308, mount=165, pivot_root=155, chroot=161, bpf=321, perf_event_open=298,
                   userfaultfd=323, io_uring_setup=425, keyctl=250, add_key=248, init_module=175, kexec_load=246,
                   process_vm_readv=310, open_by_handle_at=304, shmget=29, msgget=68, personality=135, reboot=169),
    "aarch64": dict(ptrace=117, unshare=97, setns=268, mount=40, pivot_root=41, chroot=51, bpf=280, perf_event_open=241,
                    userfaultfd=282, io_uring_setup=425, keyctl=219, add_key=217, init_module=105, kexec_load=104,
                    process_vm_readv=270, open_by_handle_at=265, shmget=194, msgget=186, personality=92, reboot=142),
}[platform.machine()]
for name, number in numbers.items():
    ctypes.set_errno(0)
    result = libc.syscall(number, ctypes.c_long(0x10000000), 0, 0, 0, 0)
    reason = ctypes.get_errno()
    if result >= 0 or reason not in {errno.EPERM, errno.ENOSYS, errno.EACCES}:
        print("ESCAPED", name, result, errno.errorcode.get(reason))
print(len(numbers), "refused")

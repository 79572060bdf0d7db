import Foundation

/// How many threads the process has; nil where the system does not say.
func threadCount() -> Int? {
    #if os(Linux)
        return try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
    #elseif canImport(Darwin)
        var threads: thread_act_array_t?
        var count = mach_msg_type_number_t()
        guard task_threads(mach_task_self_, &threads, &count) == KERN_SUCCESS else { return nil }
        let size = vm_size_t(Int(count) * MemoryLayout<thread_t>.stride)
        vm_deallocate(mach_task_self_, vm_address_t(UInt(bitPattern: threads)), size)
        return Int(count)
    #else
        return nil
    #endif
}

import Foundation

/// The number of threads of the process; nil if the system does not report it.
func threadCount() -> Int? {
    #if os(Linux)
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        let line = status.split(separator: "\n").first { $0.hasPrefix("Threads:") }
        return line.flatMap { Int($0.dropFirst("Threads:".count).trimmingCharacters(in: .whitespaces)) }
    #elseif canImport(Darwin)
        var threads: thread_act_array_t?
        var count = mach_msg_type_number_t()
        guard task_threads(mach_task_self_, &threads, &count) == KERN_SUCCESS, let threads else { return nil }
        // The caller owns the list, and a send right for each thread in it.
        for index in 0..<Int(count) { mach_port_deallocate(mach_task_self_, threads[index]) }
        let size = vm_size_t(Int(count) * MemoryLayout<thread_act_t>.stride)
        vm_deallocate(mach_task_self_, vm_address_t(UInt(bitPattern: threads)), size)
        return Int(count)
    #else
        return nil
    #endif
}

/// The number of threads whose names begin with a prefix; nil if the system does not report it.
func threadCount(named prefix: String) -> Int? {
    #if os(Linux)
        let tasks = "/proc/self/task"
        guard let threads = try? FileManager.default.contentsOfDirectory(atPath: tasks) else { return nil }
        // A thread that has ended meanwhile has no name.
        let names = threads.compactMap { try? String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8) }
        return names.count { $0.hasPrefix(prefix) }
    #else
        return nil
    #endif
}

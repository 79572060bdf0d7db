import Foundation

/// What a canceled wait says, since a test that exceeds its time limit says only that its time is over.
package enum WaitReport {
    /// Where the waits of a task say it: on the standard error.
    @TaskLocal package static var output: @Sendable (String) -> Void = { line in
        FileHandle.standardError.write(Data("\(line)\n".utf8))
    }

    /// Lets waits say nothing whose cancellation is no fault.
    package static func withoutReports(_ waits: @Sendable () async -> Void) async {
        await $output.withValue({ _ in }) { await waits() }
    }

    static func write(_ message: String, _ fileID: StaticString, _ line: UInt) {
        output("\(fileID):\(line): \(message)")
    }
}

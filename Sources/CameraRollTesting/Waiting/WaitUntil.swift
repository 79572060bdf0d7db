import CameraRoll
import Foundation
import Observation

/// Waits until a condition on observed models is true, such as the state of an `AssetGrid` or of an app's own model.
///
/// ```swift
/// grid.show(.photos)
/// await waitUntil { grid.state == .ready }
/// ```
///
/// The condition is evaluated at once, and again after each change of a property that it has read. It reads properties
/// of `@Observable` models of the main actor: other changes are not noticed.
///
/// A canceled task stops waiting, so that a test that exceeds its time limit ends instead of hanging; the wait then
/// reports on standard error where it was.
@MainActor public func waitUntil(
    _ condition: @MainActor () -> Bool, fileID: StaticString = #fileID, line: UInt = #line
) async {
    while !Task.isCancelled {
        let changed = Gate()
        let isTrue = withObservationTracking(condition) { changed.open() }
        if isTrue { return }
        await changed.wait()
    }
    WaitReport.write("waitUntil: the condition was not true when the task was canceled.", fileID, line)
}

extension ManualExecutor {
    /// Runs the library's jobs as they arrive, until a condition on observed models is true.
    ///
    /// ```swift
    /// grid.show(.photos)
    /// await manual.run { grid.state == .ready }
    /// ```
    ///
    /// For models that read by themselves, such as `AssetGrid`, whose number of reads a test need not know: jobs that
    /// arrive later, through other threads, are run too. The condition is evaluated as by
    /// ``waitUntil(_:fileID:line:)``, and after each job.
    ///
    /// A canceled task stops running jobs; the wait then reports on standard error where it was, and what waits.
    @MainActor public func run(
        until condition: @MainActor () -> Bool, fileID: StaticString = #fileID, line: UInt = #line
    ) async {
        while !Task.isCancelled {
            runAll()
            let changed = Gate()
            let isTrue = withObservationTracking(condition) { [watchers] in
                changed.open()
                watchers.check()
            }
            if isTrue { return }
            await watchers.wait { [executor] in changed.isOpen || executor.waitingJobs > 0 }
        }
        WaitReport.write(
            "run(until:): the condition was not true when the task was canceled; \(waitingJobsText)", fileID, line)
    }
}

/// The reports of canceled waits, since a test that exceeds its time limit reports only that.
package enum WaitReport {
    /// Where the waits of a task report; standard error by default.
    @TaskLocal package static var output: @Sendable (String) -> Void = { line in
        FileHandle.standardError.write(Data("\(line)\n".utf8))
    }

    /// Suppresses the reports of waits whose cancellation is not a fault.
    package static func withoutReports(_ waits: @Sendable () async -> Void) async {
        await $output.withValue({ _ in }) { await waits() }
    }

    static func write(_ message: String, _ fileID: StaticString, _ line: UInt) {
        output("\(fileID):\(line): \(message)")
    }
}

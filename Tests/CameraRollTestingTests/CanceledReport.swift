import CameraRoll
import CameraRollTesting
import Testing

/// What a wait says if its task is canceled.
func canceledReport(of wait: @escaping @Sendable () async -> Void) async throws -> String {
    let said = Lock<[String]>([])
    await WaitReport.$output.withValue({ line in said.withLock { $0.append(line) } }) {
        let task = Task { await wait() }
        task.cancel()
        await task.value
    }
    let lines = said.withLock(\.self)
    #expect(lines.count == 1)
    return try #require(lines.first)
}

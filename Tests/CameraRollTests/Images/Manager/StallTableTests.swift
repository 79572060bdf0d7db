import Testing

@testable import CameraRoll

/// Which runs are given up, without manager, source or clock.
@Suite struct StallTableTests {
    private static let run = ImageJobs.RunID(number: 0)

    private static func isStalled(_ table: StallTable, at now: Duration, heard: Duration?) -> Bool {
        !table.stalled(now: now) { _ in heard }.isEmpty
    }

    // Process                   Source                    Clock
    // -------                   ------                    -----
    //                           is asked                  0 s
    // was stopped                                         5 min
    // waits anew
    // was stopped once more                               10 min
    // gives up
    @Test(arguments: [Duration.zero, nil])
    func `A silence begins anew once, however often the process is stopped`(heard: Duration?) {
        var table = StallTable(timeout: .seconds(30))
        table.start(Self.run, since: .zero)
        for stop in 1...20 {
            let now = Duration.seconds(300 * stop)
            table.restart(now: now)
            #expect(Self.isStalled(table, at: now, heard: heard) == (stop > 1))
        }
    }

    @Test func `A run that was heard of since may begin anew once more`() {
        var table = StallTable(timeout: .seconds(30))
        table.start(Self.run, since: .zero)
        table.restart(now: .seconds(300))
        table.restart(now: .seconds(600))
        #expect(!Self.isStalled(table, at: .seconds(629), heard: .seconds(310)))
        #expect(Self.isStalled(table, at: .seconds(630), heard: .seconds(310)))
        #expect(Self.isStalled(table, at: .seconds(600), heard: .zero))
    }
}

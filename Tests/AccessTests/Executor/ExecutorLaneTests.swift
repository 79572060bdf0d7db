import CameraRoll
import Testing

@Suite struct ExecutorLaneTests {
    @Test(arguments: [
        (TaskPriority.high, ExecutorLane.interactive), (.userInitiated, .interactive), (.medium, .standard),
        (.low, .utility), (.utility, .utility), (.background, .background), (TaskPriority(rawValue: 0), .background),
        (TaskPriority(rawValue: 33), .interactive), (TaskPriority(rawValue: 19), .utility),
    ])
    func `A priority has its lane`(priority: TaskPriority, lane: ExecutorLane) {
        #expect(ExecutorLane(priority) == lane)
    }

    @Test func `A higher priority never has a less urgent lane`() {
        let lanes = (UInt8.min...UInt8.max).map { ExecutorLane(TaskPriority(rawValue: $0)) }
        #expect(zip(lanes, lanes.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(Set(lanes) == Set(ExecutorLane.allCases))
    }
}

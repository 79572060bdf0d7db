import CoreTestSupport
import Testing

@testable import CameraRoll

@Suite struct LongestIncreasingSubsequenceTests {
    private static func isRising(_ numbers: [Int]) -> Bool {
        zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    }

    @Test func `For every order of up to six numbers it rises, and nothing longer does`() {
        for count in 0...6 {
            for numbers in orders(of: Array(0..<count)) {
                let isMember = LongestIncreasingSubsequence(of: numbers).isMember
                let series = zip(numbers, isMember).compactMap { $1 ? $0 : nil }
                let longest = parts(of: numbers).filter(Self.isRising).map(\.count).max()
                guard Self.isRising(series), series.count == longest, isMember.count == count else {
                    Issue.record("\(series) of \(numbers)")
                    return
                }
            }
        }
    }

    @Test func `Numbers far apart, below zero, and the greatest of all`() {
        #expect(
            LongestIncreasingSubsequence(of: [.max, .min, -5, 0, -7]).isMember == [false, true, true, true, false])
    }
}

import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

@Suite struct RingBufferTests {
    @Test func `What is appended first is popped first`() {
        var buffer = RingBuffer<Int>(capacity: 4)
        #expect(buffer.isEmpty)
        let nothing = buffer.popFirst()
        #expect(nothing == nil)
        for number in 0..<3 { buffer.append(number) }
        #expect(buffer.count == 3)
        let popped = (0..<4).map { _ in buffer.popFirst() }
        #expect(popped == [0, 1, 2, nil])
    }

    @Test(arguments: 0...5, 0...5)
    func `It grows with its head at any place`(capacity: Int, head: Int) {
        var buffer = RingBuffer<Int>(capacity: capacity)
        for number in 0..<head {
            buffer.append(number)
            let popped = buffer.popFirst()
            #expect(popped == number)
        }
        let numbers = Array(0..<20)
        numbers.forEach { buffer.append($0) }
        let popped = numbers.map { _ in buffer.popFirst() }
        #expect(popped == numbers)
        #expect(buffer.isEmpty)
    }

    @Test(arguments: sequences(of: [true, false], count: 10))
    func `Every short sequence of appends and pops behaves as an array`(appends: [Bool]) {
        var buffer = RingBuffer<Int>(capacity: 2)
        var model: [Int] = []
        for (index, isAppend) in appends.enumerated() {
            step(&buffer, &model, append: isAppend ? index : nil)
        }
    }

    @Test(arguments: Effort.seeds(1...4 as ClosedRange<UInt64>))
    func `Long random sequences behave as an array`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        var buffer = RingBuffer<Int>(capacity: 1)
        var model: [Int] = []
        for index in 0..<3_000 {
            // Phases of growing and of shrinking, so that the ends wander through the storage.
            let appends = Int.random(in: 0..<10, using: &numbers) < (index / 300 % 2 == 0 ? 7 : 3)
            step(&buffer, &model, append: appends ? index : nil)
        }
    }

    @Test func `After a burst the storage is given back`() {
        var buffer = RingBuffer<Int>()
        for number in 0..<100_000 { buffer.append(number) }
        #expect(buffer.capacity >= 100_000)
        let popped = (0..<100_000).compactMap { _ in buffer.popFirst() }
        #expect(popped == Array(0..<100_000))
        #expect(buffer.capacity == RingBuffer<Int>.smallestCapacity)
    }

    @Test(arguments: [3, 400, 5_000])
    func `A queue whose length stays about the same keeps its storage`(length: Int) {
        var buffer = RingBuffer<Int>()
        for number in 0..<length { buffer.append(number) }
        let capacity = buffer.capacity
        for number in 0..<10_000 {
            buffer.append(number)
            if number % 3 == 0 { buffer.append(number) }
            while buffer.count > length { _ = buffer.popFirst() }
            if buffer.capacity < capacity || buffer.capacity > capacity * 2 { Issue.record("\(buffer.capacity)") }
        }
    }

    @Test func `A popped element is released at once`() {
        var buffer = RingBuffer<NotingTurn>()
        weak var turn: NotingTurn?
        do {
            let made = NotingTurn()
            turn = made
            buffer.append(made)
        }
        #expect(turn != nil)
        _ = buffer.popFirst()
        #expect(turn == nil)
    }

    private func step(_ buffer: inout RingBuffer<Int>, _ model: inout [Int], append number: Int?) {
        if let number {
            buffer.append(number)
            model.append(number)
        } else {
            let expected = model.isEmpty ? nil : model.removeFirst()
            let popped = buffer.popFirst()
            #expect(popped == expected)
        }
        #expect(buffer.count == model.count)
    }
}

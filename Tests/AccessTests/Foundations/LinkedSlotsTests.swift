import TestSupport
import Testing

@testable import CameraRoll

@Suite struct LinkedSlotsTests {
    @Test func `A slot means nothing once its element was removed, also when its place is used again`() {
        var slots = LinkedSlots<Int>(lists: 2)
        let old = slots.append(1, to: 0)
        #expect(slots.remove(old) == 1)
        let new = slots.append(2, to: 1)
        #expect(slots[old] == nil && slots.remove(old) == nil && slots.list(of: old) == nil)
        slots.move(old, to: 0)
        #expect(slots.update(old) { $0 += 1 } == nil)
        #expect(slots[new] == 2 && slots.list(of: new) == 1)
    }

    @Test(arguments: Effort.seeds(0..<6 as Range<UInt64>))
    func `Random steps against arrays`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        var slots = LinkedSlots<Int>(lists: 3)
        var lists: [[Int]] = [[], [], []]
        var known: [LinkedSlots<Int>.Slot] = []
        for number in 0..<2_000 {
            let list = Int.random(in: 0..<3, using: &numbers)
            let slot = known.randomElement(using: &numbers)
            switch (Int.random(in: 0..<3, using: &numbers), slot) {
            case (0, let slot?):
                let element = slots.remove(slot)
                for index in lists.indices { lists[index].removeAll { $0 == element } }
            case (1, let slot?):
                guard let element = slots[slot] else { continue }
                slots.move(slot, to: list)
                for index in lists.indices { lists[index].removeAll { $0 == element } }
                lists[list].append(element)
            default:
                known.append(slots.append(number, to: list))
                lists[list].append(number)
            }
            #expect((0..<3).map { slots.elements(of: $0).map(\.element) } == lists)
            #expect((0..<3).map { slots.count(of: $0) } == lists.map(\.count))
            #expect((0..<3).map { slots.first(of: $0).flatMap { slots[$0] } } == lists.map(\.first))
        }
    }

    @Test(arguments: [0, 100])
    func `After a burst the storage is given back, and the elements left keep their slots`(left count: Int) {
        var slots = LinkedSlots<Int>(lists: 2)
        let burst = (0..<6_000).map { slots.append($0, to: $0 % 2) }
        #expect(slots.capacity >= 6_000)
        for slot in burst.dropFirst(count) { _ = slots.remove(slot) }
        #expect(slots.capacity <= 4_096)
        #expect(burst.prefix(count).enumerated().allSatisfy { slots[$1] == $0 })
        let second = (0..<6_000).map { slots.append(-$0, to: 0) }
        #expect(burst.dropFirst(count).allSatisfy { slots[$0] == nil })
        #expect(second.indices.allSatisfy { slots[second[$0]] == -$0 })
    }

    @Test func `The last element of a burst keeps its slot, and the storage until it is gone`() {
        var slots = LinkedSlots<Int>(lists: 1)
        let burst = (0..<6_000).map { slots.append($0, to: 0) }
        for slot in burst.dropLast() { _ = slots.remove(slot) }
        #expect(slots[burst[5_999]] == 5_999)
        _ = slots.remove(burst[5_999])
        for number in 0..<8 { _ = slots.remove(slots.append(number, to: 0)) }
        #expect(slots.capacity <= 4_096)
    }

    @Test(arguments: [10, 2_000, 6_000])
    func `A store whose length stays about the same keeps its storage`(length: Int) {
        var slots = LinkedSlots<Int>(lists: 1)
        for number in 0..<length { _ = slots.append(number, to: 0) }
        let capacity = slots.capacity
        for number in 0..<length * 2 {
            if let first = slots.first(of: 0) { _ = slots.remove(first) }
            _ = slots.append(number, to: 0)
        }
        #expect(slots.capacity == capacity)
    }
}

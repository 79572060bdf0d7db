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

    @Test(arguments: 0..<6 as Range<UInt64>)
    func `Random steps against arrays`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        var slots = LinkedSlots<Int>(lists: 3)
        var lists: [[Int]] = [[], [], []]
        var known: [LinkedSlots<Int>.Slot] = []
        for number in 0..<Effort.of(500, full: 2_000) {
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
}

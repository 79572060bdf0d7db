/// The longest series of numbers, in the order given, each greater than the one before it.
///
/// - Complexity: O(k log k).
struct LongestRise {
    /// For each number, whether it belongs to the series.
    let isMember: [Bool]

    /// The series of some numbers, which are all different.
    init(of numbers: [Int]) {
        // For each length, where the series of this length with the smallest end ends.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            let length = Self.partitionPoint(in: ends) { numbers[$0] > number }
            previous[index] = length == 0 ? nil : ends[length - 1]
            if length == ends.count { ends.append(index) } else { ends[length] = index }
        }
        var isMember = [Bool](repeating: false, count: numbers.count)
        var next = ends.last
        while let index = next {
            isMember[index] = true
            next = previous[index]
        }
        self.isMember = isMember
    }

    private static func partitionPoint(in elements: [Int], where isInSecondPart: (Int) -> Bool) -> Int {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if isInSecondPart(elements[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

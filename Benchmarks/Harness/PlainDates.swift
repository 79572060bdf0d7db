/// A control for figures that grow with the library: dates in a plain array, which as many binary searches look up.
struct PlainDates {
    private let dates: [Double]
    private let searches: Int

    /// Creates evenly distributed dates.
    init(_ count: Int, searches: Int) {
        dates = (0..<count).map(Double.init)
        self.searches = searches
    }

    /// Searches for evenly distributed dates, and returns how long that took.
    func search() -> UInt64 {
        let start = uptime()
        var sum = 0
        for number in 0..<searches {
            let limit = Double(number) * Double(dates.count) / Double(searches)
            var (low, high) = (0, dates.count)
            while low < high {
                let middle = (low + high) / 2
                if dates[middle] < limit { low = middle + 1 } else { high = middle }
            }
            sum += low
        }
        let elapsed = uptime() - start
        blackHole(sum)
        return elapsed
    }

    /// A note on what the length of the array costs.
    static func comparison(of long: Samples, in longCount: Int, with short: Samples, in shortCount: Int) -> String {
        "For comparison, the same number of binary searches takes \(time(long.median)) in a plain array of "
            + "\(grouped(longCount)) dates, and \(time(short.median)) in one of \(grouped(shortCount)): "
            + "\(ratio(long.over(short)))."
    }
}

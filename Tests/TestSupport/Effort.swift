import Foundation

/// The extent of tests that could continue endlessly.
///
/// Two cores and unoptimized code must complete the whole suite in seconds, also under the Thread Sanitizer: random and
/// exhaustive tests take a tenth. With `CAMERAROLL_EFFORT=full` in the environment, as at night, they take all seeds
/// and rounds; with `CAMERAROLL_SEED=17`, each test that has seeds takes this one only, to run one again that failed.
package enum Effort {
    package static let isFull = environment["CAMERAROLL_EFFORT"] == "full"

    private static let environment = ProcessInfo.processInfo.environment
    /// The only seed.
    private static let seed = environment["CAMERAROLL_SEED"].flatMap(UInt64.init)

    /// A tenth of a number at a landing, and the whole at night.
    package static func of(full: Int) -> Int {
        of((full + 9) / 10, full: full)
    }

    /// One number at a landing, where a tenth would not do, and another for the whole.
    package static func of(_ part: Int, full: Int) -> Int {
        isFull ? full : part
    }

    /// The first tenth of some seeds, or all of them, or the one that the environment names.
    ///
    /// They are arguments of a test, so the report of a failure names its seed.
    package static func seeds<Seeds: Collection>(_ all: Seeds) -> [Seeds.Element]
    where Seeds.Element: FixedWidthInteger {
        seeds((all.count + 9) / 10, of: all)
    }

    /// The same, with so many seeds at a landing, where a tenth would not do.
    package static func seeds<Seeds: Collection>(_ part: Int, of all: Seeds) -> [Seeds.Element]
    where Seeds.Element: FixedWidthInteger {
        if let seed = seed.flatMap(Seeds.Element.init(exactly:)) { return [seed] }
        return Array(isFull ? all.prefix(.max) : all.prefix(part))
    }
}

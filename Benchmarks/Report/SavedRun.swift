import Foundation

/// The results of one run, kept for comparison with a later one and for publication.
struct SavedRun: Codable, Equatable, Sendable {
    /// The version of the file's format; a file with another version is refused.
    static let currentVersion = 2

    /// The published part of a scenario.
    struct Section: Codable, Equatable, Sendable {
        var name: String
        var title: String
        var provenance: String
        var headlines: [Headline]
        var conclusions: [String]
        var tables: [TextTable]
        var skipped: String?
    }

    var version = Self.currentVersion
    var facts: RunFacts
    /// Whether the run was interrupted before its last scenario.
    var isInterrupted = false
    var measurements: [Measurement]
    var goals: [Goal]
    var sections: [Section] = []
    /// The picture that the README shows; nil if the run has none.
    var strip: StallStrip?

    init(facts: RunFacts, measurements: [Measurement], goals: [Goal], isInterrupted: Bool = false) {
        (self.facts, self.measurements, self.goals) = (facts, measurements, goals)
        self.isInterrupted = isInterrupted
    }

    init(facts: RunFacts, sections: [RunRecord.Section], isInterrupted: Bool = false) {
        self.init(
            facts: facts, measurements: sections.flatMap(\.measurements), goals: sections.flatMap(\.goals),
            isInterrupted: isInterrupted)
        let timeline = sections.flatMap(\.figures).compactMap { $0 as? StallTimeline }.first
        strip = timeline.map { StallStrip($0, readers: StallFigures.readers) }
        self.sections = sections.map { section in
            Section(
                name: section.name, title: section.title, provenance: section.provenance,
                headlines: section.headlines, conclusions: section.conclusions, tables: section.tables,
                skipped: section.skipped)
        }
    }
}

/// The reason why a baseline cannot be used.
enum BaselineError: Error, Equatable, CustomStringConvertible {
    case unreadable(path: String)
    case otherVersion(path: String, found: Int)
    case damaged(path: String, reason: String)

    var description: String {
        switch self {
        case .unreadable(let path): "The baseline '\(path)' cannot be read."
        case .otherVersion(let path, let found):
            "The baseline '\(path)' has version \(found), not \(SavedRun.currentVersion); save it again."
        case .damaged(let path, let reason): "The baseline '\(path)' is damaged: \(reason)."
        }
    }
}

extension SavedRun {
    /// Reads a baseline that ``write(to:)`` has written.
    init(contentsOf path: String) throws(BaselineError) {
        guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path: path) }
        try self.init(data, from: path)
    }

    init(_ data: Data, from path: String) throws(BaselineError) {
        struct Version: Decodable {
            var version: Int
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let version = try? decoder.decode(Version.self, from: data).version else {
            throw .damaged(path: path, reason: "it was not written by '--save-baseline'")
        }
        guard version == Self.currentVersion else { throw .otherVersion(path: path, found: version) }
        do {
            self = try decoder.decode(SavedRun.self, from: data)
        } catch {
            throw .damaged(path: path, reason: "a part of it is missing or has another type")
        }
        try checkValues(of: path)
    }

    /// Checks the values on which the comparison relies.
    private func checkValues(of path: String) throws(BaselineError) {
        for measurement in measurements {
            let values = [measurement.value] + (measurement.rounds ?? []) + (measurement.quantiles ?? [])
            guard values.allSatisfy(\.isFinite), measurement.count ?? 0 >= 0 else {
                throw .damaged(path: path, reason: "'\(measurement.metric)' has values that are not numbers")
            }
            let quantiles = measurement.quantiles?.count ?? Quantiles.probabilities.count
            guard quantiles == Quantiles.probabilities.count else {
                throw .damaged(path: path, reason: "'\(measurement.metric)' has \(quantiles) quantiles")
            }
        }
    }

    func write(to path: String) throws {
        try writeFile(Data(try text().utf8), to: path)
    }

    /// The file's text.
    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}

/// Checks that a file can be written, without changing one that exists.
func checkWritable(_ path: String) throws(UsageError) {
    let files = FileManager.default
    if files.fileExists(atPath: path) {
        var isFolder: ObjCBool = false
        _ = files.fileExists(atPath: path, isDirectory: &isFolder)
        guard !isFolder.boolValue, files.isWritableFile(atPath: path) else {
            throw UsageError(description: "'\(path)' cannot be written.")
        }
    } else {
        try writeFile(Data(), to: path)
        try? files.removeItem(atPath: path)
    }
}

/// Writes a file, or reports that it cannot be written.
func writeFile(_ data: Data, to path: String) throws(UsageError) {
    guard FileManager.default.createFile(atPath: path, contents: data) else {
        throw UsageError(description: "'\(path)' cannot be written.")
    }
}

import Foundation

/// The circumstances of a run.
struct RunFacts: Codable, Equatable, Sendable {
    var commit: String?
    var date: Date
    /// The compiler's version, such as `6.3.1`.
    var swift: String
    var build: String
    var cores: Int
    var seed: UInt64
    var isQuick: Bool
    /// The name and version of the operating system.
    var system: String?
    var kernel: String?
    var processor: String?
    /// The total duration, in seconds.
    var seconds: Double?

    /// The facts as short phrases.
    var items: [String] {
        let cores = processor.map { "\(self.cores) cores of \($0)" } ?? "\(self.cores) cores"
        return [
            commit.map { "commit \($0)" }, date.formatted(.iso8601), system, kernel.map { "kernel \($0)" }, cores,
            "Swift \(swift)", build, "seed \(seed)", seconds.map { "took \(Int($0.rounded())) s" },
        ].compactMap(\.self)
    }
}

extension RunFacts {
    /// The circumstances of this process.
    init(_ options: Options, build: String) {
        self.init(
            commit: Self.output(of: ["git", "describe", "--always", "--dirty"]), date: Date(),
            swift: Self.swiftVersion, build: build, cores: ProcessInfo.processInfo.activeProcessorCount,
            seed: options.seed, isQuick: options.isQuick, system: Self.systemName, kernel: Self.kernelVersion,
            processor: Self.processorName)
    }

    /// The version of the toolchain that is found, if it has compiled this program; otherwise the lowest possible
    /// version.
    private static var swiftVersion: String {
        let found = output(of: ["swift", "--version"])?.firstMatch(of: /Swift version ([0-9.]+)/).map { String($0.1) }
        guard let found, found.hasPrefix(compiledVersion) else { return "\(compiledVersion) or later" }
        return found
    }

    private static var compiledVersion: String {
        #if compiler(>=6.5)
            "6.5"
        #elseif compiler(>=6.4)
            "6.4"
        #elseif compiler(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }

    private static var systemName: String {
        #if os(Linux)
            let release = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
            if let name = release.firstMatch(of: /PRETTY_NAME="([^"]*)"/) { return String(name.1) }
            return "Linux"
        #else
            return ProcessInfo.processInfo.operatingSystemVersionString
        #endif
    }

    private static var kernelVersion: String? { output(of: ["uname", "-sr"]) }

    private static var processorName: String? {
        #if os(Linux)
            let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
            return text.firstMatch(of: /model name\s*:\s*(.*)/).map { String($0.1) }
        #else
            return output(of: ["sysctl", "-n", "machdep.cpu.brand_string"])
        #endif
    }

    /// The output of a command, without surrounding whitespace; nil if it fails or cannot be run.
    private static func output(of command: [String]) -> String? {
        #if os(macOS) || os(Linux)
            let process = Process()
            let pipe = Pipe()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = command
            (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
            guard (try? process.run()) != nil else { return nil }
            let data = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            return process.terminationStatus == 0 && !text.isEmpty ? text : nil
        #else
            return nil
        #endif
    }
}

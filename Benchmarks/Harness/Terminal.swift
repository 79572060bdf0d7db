import Foundation

/// How results are printed: the width of a line, and whether colors and details are wanted.
struct Terminal: Sendable {
    /// The number of characters in a line, at which text is wrapped.
    var width = 100
    var isColored = false
    /// Whether all tables, goals and notes are printed, not only the most important ones.
    var showsAll = false
    /// Whether to print what is real in a scenario, and what is modeled.
    var explains = false

    /// The narrowest and the widest line.
    private static let widths = 40...160
    /// The maximum length of a line of plain text, since longer ones are hard to read.
    static let longestLine = 100

    /// The terminal of a file descriptor; a pipe has 100 characters per line, and no colors.
    init(of descriptor: Int32 = STDOUT_FILENO, showsAll: Bool = false, explains: Bool = false) {
        let environment = ProcessInfo.processInfo.environment
        let isTerminal = isatty(descriptor) == 1
        let columns = Self.columns(of: descriptor) ?? environment["COLUMNS"].flatMap { Int($0) } ?? 100
        width = min(max(columns, Self.widths.lowerBound), Self.widths.upperBound)
        isColored = isTerminal && environment["NO_COLOR"]?.isEmpty ?? true && environment["TERM"] != "dumb"
        (self.showsAll, self.explains) = (showsAll, explains)
    }

    init(width: Int, isColored: Bool = false, showsAll: Bool = false, explains: Bool = false) {
        (self.width, self.isColored) = (width, isColored)
        (self.showsAll, self.explains) = (showsAll, explains)
    }

    private static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}

// MARK: - Text

extension Terminal {
    enum Color: String {
        case green = "32"
        case red = "31"
        case blue = "34"
        case dim = "2"
        case bold = "1"
    }

    func colored(_ text: String, _ color: Color) -> String {
        isColored ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// The words of a text in lines; lines after the first have an indent of their own.
    func wrapped(_ text: String, indent: Int = 2, hanging: Int? = nil) -> [String] {
        let room = min(width, Self.longestLine)
        var lines: [String] = []
        var line = String(repeating: " ", count: indent)
        var isEmpty = true
        for word in text.split(whereSeparator: \.isWhitespace) {
            if !isEmpty, line.count + 1 + word.count > room {
                lines.append(line)
                (line, isEmpty) = (String(repeating: " ", count: hanging ?? indent), true)
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return isEmpty ? lines : lines + [line]
    }
}

// MARK: - Tables

extension Terminal {
    private static let gap = 2

    /// A table in lines that fit, with headers on several lines and columns in several tables if necessary.
    func lines(of table: TextTable) -> [String] {
        let room = width - Self.gap
        let widths = table.headers.indices.map { column in Self.width(of: column, in: table) }
        guard let first = widths.first else { return [] }
        // The first column is repeated in each part, so it takes at most half of the room.
        let label = widths.dropFirst().reduce(first) { $0 + $1 + Self.gap } <= room ? first : min(first, room / 2)
        var parts: [[Int]] = []
        var used = Int.max / 2
        for column in widths.indices.dropFirst() {
            let needed = Self.gap + min(widths[column], room - label - Self.gap)
            if used + needed > room {
                parts.append([])
                used = label
            }
            parts[parts.count - 1].append(column)
            used += needed
        }
        if parts.isEmpty { parts = [[]] }
        return Array(
            parts.map { columns in
                let sizes = [label] + columns.map { min(widths[$0], room - label - Self.gap) }
                return lines(of: table, columns: [0] + columns, sizes)
            }.joined(separator: [""]))
    }

    /// The minimum width of a column: its longest cell, and its header on two or three lines.
    private static func width(of column: Int, in table: TextTable) -> Int {
        let cells = table.rows.map { $0[column].count }.max() ?? 0
        let words = table.headers[column].split(separator: " ").map(\.count).max() ?? 0
        // A header in two or three lines.
        return max(cells, words, min((table.headers[column].count + 1) / 2, 15))
    }

    private func lines(of table: TextTable, columns: [Int], _ sizes: [Int]) -> [String] {
        let headers = rowLines(columns.map { table.headers[$0] }, sizes, isAtBottom: true)
        let rule = "  " + sizes.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
        return headers.map { colored($0, .bold) } + [colored(rule, .dim)]
            + table.rows.flatMap { row in rowLines(columns.map { row[$0] }, sizes, isAtBottom: false) }
    }

    /// The cells of a row, in as many lines as the longest takes; the first is aligned left, the others right.
    private func rowLines(_ cells: [String], _ sizes: [Int], isAtBottom: Bool) -> [String] {
        let broken = zip(cells, sizes).map { Self.broken($0, in: $1) }
        let height = broken.map(\.count).max() ?? 0
        return (0..<height).map { number in
            let line = broken.indices.map { column -> String in
                let text = broken[column]
                let place = isAtBottom && column > 0 ? number - height + text.count : number
                let piece = text.indices.contains(place) ? text[place] : ""
                let padding = String(repeating: " ", count: max(sizes[column] - piece.count, 0))
                return column == 0 ? piece + padding : padding + piece
            }
            return Self.trimmed("  " + line.joined(separator: "  "))
        }
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }

    /// A text in lines of a width, broken between words, and within a word that is longer.
    private static func broken(_ text: String, in width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            var word = Substring(word)
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
                continue
            }
            while word.count > width {
                lines.append(String(word.prefix(width)))
                word = word.dropFirst(width)
            }
            lines.append(String(word))
        }
        return lines.isEmpty ? [""] : lines
    }
}

/// Reads the XML of an XMP packet into a flat list of elements and attributes, in one pass and without recursion.
///
/// Supports no document types and only XML's five entities, so a small packet cannot expand. Invalid XML ends the
/// scan; the nodes before it count.
struct XMPScanner {
    private typealias Declaration = (prefix: Range<Int>, key: Int, namespace: Int, owner: Int)
    private static let deepest = 64
    /// Elements and attributes of a packet.
    private static let mostNodes = 8_192
    /// Names are looked up among declarations one by one: this many still take negligible time.
    private static let mostDeclarations = 512

    private let bytes: [UInt8]
    private let maximum: Int
    private var position = 0
    private var open: [(node: Int, name: Range<Int>)] = []
    private var declarations: [Declaration] = []
    private(set) var nodes: [XMPNode] = []
    private(set) var namespaces: [Range<Int>] = []
    /// The namespaces' keys.
    private var keys: [Int] = []
    /// Whether the packet is well formed to the end.
    private(set) var isWhole = false
    /// The limit of elements and attributes, declarations, levels of nesting, or comments, that ended the scan.
    private(set) var exceededLimit: Int?
    /// Comments, and text around the outermost elements that is neither blank nor the packet's wrapper.
    private(set) var remarks: [Range<Int>] = []
    /// The end of the last markup outside of all elements.
    private var outside = 0

    /// - Parameter packets: how many packets stand one behind the other.
    init(_ bytes: [UInt8], packets: Int) {
        self.bytes = bytes
        maximum = Self.mostNodes * packets
        nodes.reserveCapacity(64)
    }

    mutating func scan() {
        while let start = find("<", from: position) {
            if open.isEmpty { noteText(upTo: start) }
            position = start + 1
            guard position < bytes.count, scanMarkup(from: start) else { return }
            if open.isEmpty { outside = position }
        }
        noteText(upTo: bytes.count)
        isWhole = open.isEmpty && !nodes.isEmpty
    }

    /// Records text outside of all elements, except blanks, zeros and a byte order mark.
    private mutating func noteText(upTo end: Int) {
        guard outside < end, !bytes.matches("\u{FEFF}", at: outside) || end > outside + 3 else { return }
        let start = bytes.matches("\u{FEFF}", at: outside) ? outside + 3 : outside
        if bytes[start..<end].contains(where: { $0 > 0x20 }) { remarks.append(start..<end) }
    }

    private mutating func scanMarkup(from start: Int) -> Bool {
        switch bytes[position] {
        case UInt8(ascii: "?"):
            let isFrame = bytes.matches("?xpacket", at: position) || bytes.matches("?xml ", at: position)
            return skip(past: "?>", from: start, isRemark: !isFrame)
        case UInt8(ascii: "/"): return scanEnd(from: start)
        case UInt8(ascii: "!"):
            if bytes.matches("!--", at: position) { return skip(past: "-->", from: start, isRemark: true) }
            if bytes.matches("![CDATA[", at: position) { return skip(past: "]]>", from: start, isRemark: false) }
            return false
        default: return scanStart(from: start)
        }
    }

    private mutating func scanStart(from start: Int) -> Bool {
        guard let name = scanName(), isWithin(Self.deepest, open.count), isWithin(maximum, nodes.count) else {
            return false
        }
        let index = nodes.count
        let parent = open.last?.node ?? -1
        if parent >= 0 { nodes[parent].hasChildren = true }
        nodes.append(
            XMPNode(
                namespace: -1, name: name, value: start..<start, extent: start..<start, parent: parent,
                isAttribute: false))
        guard scanAttributes(of: index) else { return false }
        resolveNames(from: index)
        let isEmpty = bytes[position] == UInt8(ascii: "/")
        position += isEmpty ? 2 : 1
        guard position <= bytes.count else { return false }
        nodes[index].value = position..<position
        nodes[index].extent = start..<position
        if isEmpty { endDeclarations(of: index) } else { open.append((index, name)) }
        return true
    }

    private mutating func scanEnd(from start: Int) -> Bool {
        position += 1
        guard let name = scanName(), let element = open.popLast(), bytes[element.name].elementsEqual(bytes[name]),
            let end = find(">", from: position)
        else { return false }
        position = end + 1
        nodes[element.node].value = nodes[element.node].value.lowerBound..<start
        nodes[element.node].extent = nodes[element.node].extent.lowerBound..<position
        endDeclarations(of: element.node)
        return true
    }

    /// Reads attributes up to `>` or `/>`.
    private mutating func scanAttributes(of owner: Int) -> Bool {
        while true {
            let start = position
            skipBlanks()
            guard position < bytes.count else { return false }
            if bytes[position] == UInt8(ascii: ">") { return true }
            if bytes[position] == UInt8(ascii: "/") { return position + 1 < bytes.count && bytes[position + 1] == 62 }
            guard isWithin(maximum, nodes.count), let name = scanName(), let value = scanQuoted() else {
                return false
            }
            guard add(name, value, from: start, to: owner) else { return false }
        }
    }

    /// Adds an attribute or a declaration; returns false if there are more declarations than in any real packet.
    private mutating func add(_ name: Range<Int>, _ value: Range<Int>, from start: Int, to owner: Int) -> Bool {
        if bytes.matches("xmlns", at: name.lowerBound), name.count == 5 || bytes[name.lowerBound + 5] == 0x3A {
            let prefix = name.count == 5 ? name.upperBound..<name.upperBound : name.lowerBound + 6..<name.upperBound
            guard isWithin(Self.mostDeclarations, max(declarations.count, namespaces.count)) else { return false }
            declarations.append((prefix, key(prefix), namespace(value), owner))
        } else {
            nodes.append(
                XMPNode(
                    namespace: -1, name: name, value: value, extent: start..<position, parent: owner,
                    isAttribute: true))
        }
        return true
    }

    /// Whether there may be one more of something; otherwise its limit ends the scan.
    private mutating func isWithin(_ limit: Int, _ count: Int) -> Bool {
        if count >= limit { exceededLimit = limit }
        return count < limit
    }

    /// Resolves the namespaces of an element and its attributes, once all of its declarations are known.
    private mutating func resolveNames(from first: Int) {
        for index in first..<nodes.count {
            let node = nodes[index]
            let colon = bytes[node.name].firstIndex(of: 0x3A)
            if colon == nil, node.isAttribute { continue }
            let prefix = node.name.lowerBound..<(colon ?? node.name.lowerBound)
            let key = key(prefix)
            let found = declarations.last { $0.key == key && bytes[$0.prefix].elementsEqual(bytes[prefix]) }
            nodes[index] = XMPNode(
                namespace: found?.namespace ?? -1,
                name: (colon.map { $0 + 1 } ?? prefix.lowerBound)..<node.name.upperBound,
                value: node.value, extent: node.extent, parent: node.parent, isAttribute: node.isAttribute)
        }
    }

    private mutating func endDeclarations(of owner: Int) {
        while let last = declarations.last, last.owner == owner { declarations.removeLast() }
    }

    private mutating func namespace(_ uri: Range<Int>) -> Int {
        let key = key(uri)
        let known = keys.indices.first { keys[$0] == key && bytes[namespaces[$0]].elementsEqual(bytes[uri]) }
        if let known { return known }
        namespaces.append(uri)
        keys.append(key)
        return namespaces.count - 1
    }

    /// A hash of bytes that quickly distinguishes hundreds of names with the same prefix.
    private func key(_ range: Range<Int>) -> Int {
        if range.count < 8 { return bytes[range].reduce(range.count) { $0 << 8 | Int($1) } }
        var hasher = Hasher()
        bytes[range].withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}

extension XMPScanner {
    private mutating func scanName() -> Range<Int>? {
        let start = position
        while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
        return start < position && position < bytes.count ? start..<position : nil
    }

    private mutating func scanQuoted() -> Range<Int>? {
        skipBlanks()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return nil }
        position += 1
        skipBlanks()
        guard position < bytes.count else { return nil }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        let start = position + 1
        position = start
        while position < bytes.count, bytes[position] != quote { position += 1 }
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return start..<position
    }

    private mutating func skipBlanks() {
        while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    }

    private mutating func skip(past end: StaticString, from start: Int, isRemark: Bool) -> Bool {
        while position < bytes.count {
            if bytes.matches(end, at: position) {
                position += end.utf8CodeUnitCount
                if isRemark { remarks.append(start..<position) }
                return !isRemark || isWithin(maximum, remarks.count)
            }
            position += 1
        }
        return false
    }

    private func find(_ byte: Unicode.Scalar, from start: Int) -> Int? {
        var index = start
        let wanted = UInt8(ascii: byte)
        while index < bytes.count {
            if bytes[index] == wanted { return index }
            index += 1
        }
        return nil
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x80...: true
        default: false
        }
    }
}

/// An element or attribute of an XMP packet, by the positions of its parts.
package struct XMPNode: Hashable, Sendable {
    /// The index of its namespace's URI among the packet's; -1 if it has none.
    package let namespace: Int
    /// Its name without prefix.
    package let name: Range<Int>
    /// Its text: an attribute's value, or the text between an element's tags.
    package var value: Range<Int>
    /// The whole node, including its tags.
    package var extent: Range<Int>
    /// The index of the enclosing element; -1 for the outermost.
    package let parent: Int
    package let isAttribute: Bool
    var hasChildren = false
}

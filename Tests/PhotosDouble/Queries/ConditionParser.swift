#if PhotosDouble
    import Foundation

    /// Reads the format of a predicate, with `AND`, `OR`, `NOT`, parentheses, comparisons, `IN` and a mask of bits.
    struct ConditionParser {
        private enum Token: Equatable {
            case word(String)
            case sign(String)
            case text(String)
            case number(Double)
        }

        private let format: String
        private var tokens: ArraySlice<Token>
        private var arguments: ArraySlice<Any>

        static func condition(_ format: String, _ arguments: [Any]) -> Condition {
            var parser = ConditionParser(format: format, arguments: arguments)
            let condition = parser.anyOf()
            if !parser.tokens.isEmpty { parser.fail() }
            return condition
        }

        private init(format: String, arguments: [Any]) {
            self.format = format
            self.arguments = arguments[...]
            tokens = Self.tokens(of: format)[...]
        }

        private func fail() -> Never {
            raise("Unable to parse the format string \"\(format)\"")
        }

        // MARK: Grammar

        private mutating func anyOf() -> Condition {
            var parts = [allOf()]
            while take(word: "OR") || take("||") { parts.append(allOf()) }
            return parts.count == 1 ? parts[0] : .any(parts)
        }

        private mutating func allOf() -> Condition {
            var parts = [term()]
            while take(word: "AND") || take("&&") { parts.append(term()) }
            return parts.count == 1 ? parts[0] : .all(parts)
        }

        private mutating func term() -> Condition {
            if take(word: "NOT") || take("!") { return .not(term()) }
            // A parenthesis opens a mask, "(KEY & 8)", or a condition.
            if tokens.first == .sign("("), tokens.dropFirst(2).first != .sign("&") {
                _ = take("(")
                let inner = anyOf()
                if !take(")") { fail() }
                return inner
            }
            return comparison()
        }

        private mutating func comparison() -> Condition {
            let isMasked = take("(")
            let key = key()
            var mask: Int?
            if take("&") {
                guard case .number(let bits) = value() else { fail() }
                mask = Int(bits)
            }
            if isMasked, !take(")") { fail() }
            if take(word: "IN") { return .isAmong(key: key, values()) }
            guard case .sign(let sign) = tokens.popFirst(),
                let comparison = Condition.Comparison(rawValue: sign == "=" ? "==" : sign)
            else { fail() }
            return .compares(key: key, mask: mask, comparison, value())
        }

        private mutating func key() -> String {
            guard case .word(let word) = tokens.popFirst() else { fail() }
            guard word == "%K" else { return word }
            guard let key = arguments.popFirst() as? String else { fail() }
            return key
        }

        private mutating func value() -> KeyValue {
            switch tokens.popFirst() {
            case .number(let number): return .number(number)
            case .text(let text): return .text(text)
            case .word(let word):
                switch word.uppercased() {
                case "YES", "TRUE": return .number(1)
                case "NO", "FALSE": return .number(0)
                case "NIL", "NULL": return .none
                case _ where word.hasPrefix("%"):
                    guard let argument = arguments.popFirst(), let value = Self.value(of: argument) else { fail() }
                    return value
                default: fail()
                }
            default: fail()
            }
        }

        private mutating func values() -> [KeyValue] {
            guard take(word: "%@"), let argument = arguments.popFirst() else { fail() }
            let list: [Any]
            switch argument {
            case let array as NSArray: list = array.map { $0 }
            case let array as [Any]: list = array
            case let set as Set<String>: list = Array(set)
            default: fail()
            }
            return list.map { element in
                guard let value = Self.value(of: element) else { fail() }
                return value
            }
        }

        private static func value(of argument: Any) -> KeyValue? {
            switch argument {
            case let date as Date: .number(date.timeIntervalSinceReferenceDate)
            case let date as NSDate: .number(date.timeIntervalSinceReferenceDate)
            case let text as String: .text(text)
            case let text as NSString: .text(String(describing: text))
            case let truth as Bool: .number(truth ? 1 : 0)
            case let number as NSNumber: .number(number.doubleValue)
            case let number as any BinaryInteger: .number(Double(number))
            case let number as Double: .number(number)
            case is NSNull: KeyValue.none
            default: nil
            }
        }

        private mutating func take(_ sign: String) -> Bool {
            guard tokens.first == .sign(sign) else { return false }
            tokens.removeFirst()
            return true
        }

        private mutating func take(word: String) -> Bool {
            guard case .word(let next) = tokens.first, next.uppercased() == word else { return false }
            tokens.removeFirst()
            return true
        }

        // MARK: Tokens

        private static let signs = ["==", "!=", "<=", ">=", "&&", "||", "<", ">", "=", "(", ")", "&", "!"]

        private static func tokens(of format: String) -> [Token] {
            var tokens: [Token] = []
            var rest = Substring(format)
            while let first = rest.first {
                if first.isWhitespace {
                    rest.removeFirst()
                } else if let sign = signs.first(where: { rest.hasPrefix($0) }) {
                    tokens.append(.sign(sign))
                    rest.removeFirst(sign.count)
                } else if first == "'" || first == "\"" {
                    let text = rest.dropFirst().prefix { $0 != first }
                    tokens.append(.text(String(text)))
                    rest = rest.dropFirst(text.count + 2)
                } else {
                    let word = rest.prefix { !$0.isWhitespace && !"=!<>()&|".contains($0) }
                    tokens.append(Double(word).map { .number($0) } ?? .word(String(word)))
                    rest = rest.dropFirst(word.count)
                }
                if tokens.count > 10_000 { raise("the format string is too long") }
            }
            return tokens
        }
    }
#endif

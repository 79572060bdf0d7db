#if PhotosDouble
    import Foundation

    /// A value of a key; dates are numbers of seconds.
    enum KeyValue: Hashable, Sendable {
        case none
        case number(Double)
        case text(String)

        /// Nothing comes first, as in SQL.
        static func < (one: KeyValue, other: KeyValue) -> Bool {
            switch (one, other) {
            case (.none, .none), (_, .none): false
            case (.none, _): true
            case (.number(let one), .number(let other)): one < other
            case (.text(let one), .text(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
            case (.number, .text): true
            case (.text, .number): false
            }
        }
    }

    /// What a predicate asks of an object.
    indirect enum Condition: Sendable {
        enum Comparison: String, Sendable {
            case equal = "==", different = "!=", less = "<", atMost = "<=", more = ">", atLeast = ">="
        }

        case compares(key: String, mask: Int?, Comparison, KeyValue)
        case isAmong(key: String, [KeyValue])
        case all([Condition])
        case any([Condition])
        case not(Condition)

        var keys: [String] {
            switch self {
            case .compares(let key, _, _, _), .isAmong(let key, _): [key]
            case .all(let parts), .any(let parts): parts.flatMap(\.keys)
            case .not(let part): part.keys
            }
        }

        /// A part of the condition in a form that no documentation has; nil if there is none.
        ///
        /// Photos may accept more. What it does not accept ends an app, so the double accepts what is documented or in
        /// many published apps: equality, the bits of subtypes, lists of identifiers, and the order of dates.
        var undocumentedForm: String? {
            switch self {
            case .all(let parts), .any(let parts): parts.lazy.compactMap(\.undocumentedForm).first
            case .not(let part): part.undocumentedForm
            case .isAmong(let key, _): ["localIdentifier", "SELF"].contains(key) ? nil : "\(key) IN"
            case .compares("mediaSubtypes", _?, .equal, _), .compares("mediaSubtypes", _?, .different, _): nil
            case .compares(let key, _?, _, _): "\(key) & …"
            case .compares(_, nil, .equal, _), .compares(_, nil, .different, _): nil
            case .compares(let key, nil, let comparison, _):
                key.hasSuffix("Date") ? nil : "\(key) \(comparison.rawValue)"
            }
        }

        func matches(_ value: (String) -> KeyValue) -> Bool {
            switch self {
            case .all(let parts): return parts.allSatisfy { $0.matches(value) }
            case .any(let parts): return parts.contains { $0.matches(value) }
            case .not(let part): return !part.matches(value)
            case .isAmong(let key, let values): return values.contains(value(key))
            case .compares(let key, let mask, let comparison, let other):
                var own = value(key)
                if let mask, case .number(let number) = own { own = .number(Double(Int(number) & mask)) }
                return Self.compare(own, comparison, other)
            }
        }

        /// A value that is missing is neither smaller nor larger than another.
        private static func compare(_ own: KeyValue, _ comparison: Comparison, _ other: KeyValue) -> Bool {
            switch comparison {
            case .equal: return own == other
            case .different: return own != other
            case _ where own == .none || other == .none: return false
            case .less: return own < other
            case .more: return other < own
            case .atMost: return !(other < own)
            case .atLeast: return !(own < other)
            }
        }
    }

    extension Condition {
        /// What a predicate of Foundation asks; ends the process for one that PhotoKit cannot read.
        init(_ predicate: NSPredicate) {
            if let compound = predicate as? NSCompoundPredicate {
                let parts = compound.subpredicates.map { Condition($0) }
                switch compound.compoundPredicateType {
                case .and: self = .all(parts)
                case .or: self = .any(parts)
                case .not: self = .not(.all(parts))
                }
                return
            }
            let probe = ConditionProbe()
            _ = predicate.evaluate(with: probe)
            guard let condition = probe.condition else { raise("the predicate has no format: \(predicate)") }
            self = condition
        }
    }

    /// Takes the condition out of a predicate.
    final class ConditionProbe: NSObject {
        var condition: Condition?
    }
#endif

#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

/// The only code that creates predicates and sort descriptors.
///
/// Photos raises an Objective-C exception, which Swift cannot catch, for a key or a form that it does not support. Only
/// the documented keys may be used here, in forms that Apple's documentation and published apps use: equality, bits of
/// the subtypes, and the order of dates, of which one may be missing. Nothing else is compared by order.
extension AssetQuery {
    /// Where a fetch begins: at a value of the order's first key.
    struct Start {
        let value: SortPosition.Value
        /// Whether assets without a date are included where they follow those with one.
        var includesMissingDates = false

        /// Whether assets without a date follow the value in an order, and are left out.
        func leavesOutMissingDates(in order: [AssetSort]) -> Bool {
            guard !includesMissingDates, let first = order.first, first.key.isDate, !first.isAscending,
                case .number(let number) = value
            else { return false }
            return number > AssetSort.missingDate
        }
    }

    /// The options of a fetch.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of assets.
    ///   - showsHidden: whether the scope shows hidden assets by itself, like the album of hidden assets.
    ///   - start: where the assets begin; nil for the first of the order.
    ///   - breaksTies: whether Photos sorts ties by identifier.
    func fetchOptions(
        limit: Int?, showsHidden: Bool, from start: Start? = nil, breaksTies: Bool
    ) -> PHFetchOptions {
        let options = PHFetchOptions()
        let conditions = conditions(from: start)
        if !conditions.isEmpty { options.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: conditions) }
        if !order.isEmpty { options.sortDescriptors = sortDescriptors(breaksTies: breaksTies) }
        options.includeHiddenAssets =
            switch hidden {
            case .automatic: showsHidden
            case .included, .only: true
            case .excluded: false
            }
        options.includeAllBurstAssets =
            switch bursts {
            case .automatic: scope.isOfIdentifiers
            case .all: true
            case .representatives: false
            }
        if case .library = scope { options.includeAssetSourceTypes = .typeUserLibrary }
        if let limit { options.fetchLimit = limit }
        return options
    }

    private func conditions(from start: Start?) -> [NSPredicate] {
        var conditions: [NSPredicate] = []
        if !mediaTypes.isEmpty {
            let types = mediaTypes.sorted().map { "mediaType == \($0.rawValue)" }
            conditions.append(NSPredicate(format: types.joined(separator: " OR "), argumentArray: nil))
        }
        if !mediaSubtypes.isEmpty {
            conditions.append(
                NSPredicate(format: "(mediaSubtypes & \(mediaSubtypes.rawValue)) != 0", argumentArray: nil))
        }
        if let isFavorite {
            conditions.append(NSPredicate(format: "isFavorite == \(isFavorite ? "YES" : "NO")", argumentArray: nil))
        }
        // Photos has no damaged assets, and does not report the source of a date.
        if asksForFaults { conditions.append(Self.nothing) }
        if let creationDates {
            conditions.append(
                NSPredicate(
                    format: "creationDate >= %@ AND creationDate < %@",
                    argumentArray: [creationDates.lowerBound, creationDates.upperBound]))
        }
        switch hidden {
        case .only: conditions.append(NSPredicate(format: "isHidden == YES", argumentArray: nil))
        // A fetch by identifier includes hidden assets.
        case .excluded: conditions.append(NSPredicate(format: "isHidden == NO", argumentArray: nil))
        case .automatic, .included: break
        }
        if let start, let condition = order.first?.condition(from: start) { conditions.append(condition) }
        return conditions
    }

    /// A condition that no asset meets: Photos refuses `NSPredicate(value: false)`.
    private static var nothing: NSPredicate { NSPredicate(format: "mediaType == -1", argumentArray: nil) }

    /// The order; on request, with ties broken as described in `SortPosition`.
    private func sortDescriptors(breaksTies: Bool) -> [NSSortDescriptor] {
        var descriptors = order.map { NSSortDescriptor(key: $0.key.photosKey, ascending: $0.isAscending) }
        if breaksTies, let first = order.first, !order.contains(where: { $0.key == .identifier }) {
            descriptors.append(NSSortDescriptor(key: "localIdentifier", ascending: first.isAscending))
        }
        return descriptors
    }
}

extension AssetQuery.Scope {
    /// Whether the scope is a list of identifiers.
    var isOfIdentifiers: Bool {
        if case .identifiers = self { true } else { false }
    }
}

extension AssetSort {
    /// The number that stands for a missing date in a position; it sorts before all others.
    fileprivate static let missingDate = -Double.greatestFiniteMagnitude

    /// The condition for assets at a value of this key or after it; nil if Photos has no such condition.
    func condition(from start: AssetQuery.Start) -> NSPredicate? {
        guard key.isDate, case .number(let number) = start.value else { return nil }
        let name = key.photosKey
        let isMissing = number <= Self.missingDate
        if isMissing { return isAscending ? nil : NSPredicate(format: "\(name) == nil", argumentArray: nil) }
        let rest = !isAscending && start.includesMissingDates ? " OR \(name) == nil" : ""
        return NSPredicate(
            format: "\(name) \(isAscending ? ">=" : "<=") %@\(rest)",
            argumentArray: [Date(timeIntervalSinceReferenceDate: number)])
    }
}

extension AssetSort.Key {
    fileprivate var isDate: Bool { self == .creationDate || self == .modificationDate }

    /// The key's name in predicates and sort descriptors.
    var photosKey: String {
        switch self {
        case .creationDate: "creationDate"
        case .modificationDate: "modificationDate"
        case .addedDate: "addedDate"
        case .mediaType: "mediaType"
        case .mediaSubtypes: "mediaSubtypes"
        case .duration: "duration"
        case .pixelWidth: "pixelWidth"
        case .pixelHeight: "pixelHeight"
        case .isFavorite: "isFavorite"
        case .isHidden: "isHidden"
        case .burstIdentifier: "burstIdentifier"
        case .identifier: "localIdentifier"
        }
    }
}
#endif

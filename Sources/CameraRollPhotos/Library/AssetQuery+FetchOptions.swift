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
/// Photos raises an Objective-C exception, which Swift cannot catch, for a key or a form that it does not support: only
/// the documented keys may be used here.
extension AssetQuery {
    /// The options of a fetch.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of assets.
    ///   - showsHidden: whether the scope shows hidden assets by itself, like the album of hidden assets.
    ///   - value: the value of the order's first key at which, or after which, the assets must be.
    ///   - breaksTies: whether Photos sorts ties by identifier.
    func fetchOptions(
        limit: Int?, showsHidden: Bool, after value: SortPosition.Value? = nil, breaksTies: Bool
    ) -> PHFetchOptions {
        let options = PHFetchOptions()
        let conditions = conditions(after: value)
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

    private func conditions(after value: SortPosition.Value?) -> [NSPredicate] {
        var conditions: [NSPredicate] = []
        if !mediaTypes.isEmpty {
            let types = NSArray(array: mediaTypes.sorted().map { NSNumber(value: $0.rawValue) })
            conditions.append(NSPredicate(format: "mediaType IN %@", argumentArray: [types]))
        }
        if !mediaSubtypes.isEmpty {
            conditions.append(
                NSPredicate(format: "(mediaSubtypes & \(mediaSubtypes.rawValue)) != 0", argumentArray: nil))
        }
        if let isFavorite {
            conditions.append(NSPredicate(format: "isFavorite == \(isFavorite ? "YES" : "NO")", argumentArray: nil))
        }
        // Photos has no damaged assets, and does not report the source of a date.
        if asksForFaults {
            conditions.append(NSPredicate(format: "mediaType IN %@", argumentArray: [[NSNumber(value: -1)] as NSArray]))
        }
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
        if let value, let condition = order.first?.condition(after: value) { conditions.append(condition) }
        return conditions
    }

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
    /// The condition for assets at a value of this key or after it; nil if Photos has no such condition.
    func condition(after value: SortPosition.Value) -> NSPredicate? {
        guard case .number(let number) = value, let argument = key.argument(number) else { return nil }
        let name = key.photosKey
        // A missing date sorts before all others.
        switch (argument, isAscending, key.isDate) {
        case (.none, true, _): return nil
        case (.none, false, _): return NSPredicate(format: "\(name) == nil", argumentArray: nil)
        case (.some(let argument), true, _):
            return NSPredicate(format: "\(name) >= %@", argumentArray: [argument])
        case (.some(let argument), false, true):
            return NSPredicate(format: "\(name) <= %@ OR \(name) == nil", argumentArray: [argument])
        case (.some(let argument), false, false):
            return NSPredicate(format: "\(name) <= %@", argumentArray: [argument])
        }
    }
}

extension AssetSort.Key {
    fileprivate var isDate: Bool { self == .creationDate || self == .modificationDate }

    /// The argument of a predicate: `.some(nil)` for a missing date, and nil if the key's values are texts.
    fileprivate func argument(_ number: Double) -> Any?? {
        switch self {
        case .creationDate, .modificationDate:
            let isMissing = number <= -.greatestFiniteMagnitude
            return .some(isMissing ? nil : Date(timeIntervalSinceReferenceDate: number))
        case .mediaType, .mediaSubtypes, .duration, .pixelWidth, .pixelHeight, .isFavorite, .isHidden:
            return .some(NSNumber(value: number))
        case .burstIdentifier, .identifier: return nil
        }
    }

    /// The key's name in predicates and sort descriptors.
    var photosKey: String {
        switch self {
        case .creationDate: "creationDate"
        case .modificationDate: "modificationDate"
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

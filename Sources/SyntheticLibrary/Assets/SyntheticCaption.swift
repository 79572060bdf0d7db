import CameraRoll

/// The caption of a generated asset: a mood, a subject, and the city near which it was taken; none for one in four.
struct SyntheticCaption {
    /// The numbers of the words in their lists.
    private let mood: Int
    private let subject: Int
    private let city: Int?

    /// - Parameters:
    ///   - hash: the asset's hash for its caption.
    ///   - city: the number of its city; nil if it has no place.
    init?(hash: UInt64, city: Int?) {
        guard hash & 3 != 0 else { return nil }
        mood = Int(hash >> 2 & 15)
        subject = Int(hash >> 6 & 15)
        self.city = city
    }

    var text: String {
        let parts = [Self.moods[mood], Self.subjects[subject], city.map { Self.cities[$0] }]
        return parts.compactMap(\.self).joined(separator: " ")
    }

    private static let moods = [
        "Quiet", "Golden", "Rainy", "Windy", "Late", "Early", "Snowy", "Sunny", "Foggy", "Crowded", "Empty", "Bright",
        "Dark", "Warm", "Cold", "Happy",
    ]
    private static let subjects = [
        "beach", "street", "garden", "harbor", "bridge", "market", "museum", "mountain", "birthday", "wedding",
        "breakfast", "concert", "train", "café", "cat", "日落",
    ]
    /// In the order of the generator's cities.
    private static let cities = [
        "San Francisco", "Berlin", "上海", "Sydney", "Reykjavík", "Rio de Janeiro", "Suva", "Delhi",
    ]
}

extension SyntheticCaption {
    /// Determines which captions contain each word of a search, once for each entry of the lists.
    struct Matcher {
        /// For each word, the entries that contain it.
        private let words: [(moods: [Bool], subjects: [Bool], cities: [Bool])]

        init(_ search: AssetSearch) {
            words = search.text.split(whereSeparator: \.isWhitespace).map { word in
                let search = AssetSearch(String(word))
                func matches(_ texts: [String]) -> [Bool] { texts.map { search.matches([$0], takenAt: nil) } }
                return (
                    matches(SyntheticCaption.moods), matches(SyntheticCaption.subjects),
                    matches(SyntheticCaption.cities)
                )
            }
        }

        /// Whether the search finds a caption: all of its words are in the caption, or it has none.
        func matches(_ caption: SyntheticCaption?) -> Bool {
            guard let caption else { return words.isEmpty }
            return words.allSatisfy { word in
                word.moods[caption.mood] || word.subjects[caption.subject]
                    || caption.city.map { word.cities[$0] } ?? false
            }
        }
    }
}

extension AssetTraits {
    /// The caption; nil for about one in four.
    var caption: SyntheticCaption? { SyntheticCaption(hash: captionHash, city: city) }
}

extension AssetTable {
    /// The place of a row's asset in its current or last state.
    func place(of row: UInt32) -> Coordinate? {
        flags(of: row).contains(.edited) ? asset(row).place : traits(of: row).place
    }
}

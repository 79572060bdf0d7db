#if PhotosDouble
    import Foundation
    import PhotosDouble
    import Testing

    @Suite(.serialized) struct PredicateTests {
        private func names(_ format: String, _ arguments: Any...) async -> [String] {
            // Numbers, texts and lists of them, and never changed.
            nonisolated(unsafe) let arguments = arguments
            return await PhotosWorld.exclusively { world in
                world.seed("a", "b", "c", "d") { number, record in
                    record.mediaType = number == 1 ? .video : number == 2 ? .audio : .image
                    record.isFavorite = number == 3
                    record.mediaSubtypes = number == 0 ? [.photoLive, .photoHDR] : []
                    if number == 2 { record.creationDate = nil }
                }
                let options = PHFetchOptions { $0.predicate = NSPredicate(format: format, argumentArray: arguments) }
                return PHAsset.fetchAssets(with: options).names
            }
        }

        @Test func `A list, a mask, a truth and a range are read`() async {
            let names = NSArray(array: ["a", "c", "e"])
            #expect(await self.names("localIdentifier IN %@", names) == ["a", "c"])
            #expect(await self.names("(mediaSubtypes & 8) != 0") == ["a"])
            #expect(await self.names("(mediaSubtypes & %llu) != 0", UInt64(2)) == ["a"])
            #expect(await self.names("isFavorite == YES") == ["d"])
            #expect(await self.names("isFavorite == %@", NSNumber(value: false)) == ["a", "b", "c"])
            let (from, to) = (Date(timeIntervalSinceReferenceDate: 1_000), Date(timeIntervalSinceReferenceDate: 3_000))
            #expect(await self.names("creationDate >= %@ AND creationDate < %@", from, to) == ["b"])
            #expect(await self.names("mediaType == 1 OR mediaType == 3") == ["a", "c", "d"])
        }

        @Test func `A missing value is neither smaller nor larger, and equals nil`() async {
            let date = Date(timeIntervalSinceReferenceDate: 1_000)
            #expect(await names("%K <= %@", "creationDate", date) == ["a", "b"])
            #expect(await names("creationDate <= %@ OR creationDate == nil", date) == ["a", "b", "c"])
            #expect(await names("creationDate == nil") == ["c"])
            #expect(await names("NOT (creationDate == nil OR isFavorite == YES)") == ["a", "b"])
            #expect(await names("localIdentifier IN %@", NSArray(array: ["d", "a"])) == ["a", "d"])
        }

        @Test func `Predicates are put together`() async {
            await PhotosWorld.exclusively { world in
                world.seed("a", "b", "c") { number, record in
                    (record.isFavorite, record.pixelWidth) = (number > 0, 100 * number)
                }
                let options = PHFetchOptions {
                    $0.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
                        NSPredicate(format: "isFavorite == YES"),
                        NSPredicate(format: "pixelWidth == %@", NSNumber(value: 200)),
                    ])
                }
                #expect(PHAsset.fetchAssets(with: options).names == ["c"])
            }
        }
    }
#endif

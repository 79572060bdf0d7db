import PhotoMetadata
import TestSupport
import Testing

/// Movies whose samples are in fragments, which their headers do not count.
struct MovieFragmentTests {
    /// A movie of two tracks: a picture of 600 units a second and a sound of 1,000.
    private struct Movie {
        /// What the header says of the samples that it describes itself, in 600ths of a second.
        var header = 0
        /// What is stated for all fragments, in 600ths of a second.
        var stated: Int?
        /// The durations of the parts in the index, in seconds.
        var index: [Int] = []
        /// The time of the first fragment, in seconds; nil if fragments do not state their times.
        var start: Int? = 0
        /// The durations of the fragments, in seconds.
        var fragments = [1, 1, 1]
        /// Where the durations of samples are stated.
        var durations = Durations.ofEach

        enum Durations: CaseIterable { case ofEach, ofFragment, ofTrack }

        var bytes: [UInt8] { head + parts.joined() }

        var head: [UInt8] {
            let extensions =
                (stated.map { box("mehd", full() + number($0)) } ?? [])
                + [1, 2].flatMap { box("trex", full() + [$0, 1, sample($0), 0, 0].flatMap(number)) }
            let movie =
                box("mvhd", full() + [0, 0, 600, header].flatMap(number))
                + [1, 2].flatMap(track) + box("mvex", extensions)
            return box("ftyp", Array("isom".utf8) + [0, 0, 0, 0]) + box("moov", movie) + indexBox
        }

        var parts: [[UInt8]] {
            var time = start ?? 0
            return fragments.map { seconds in
                defer { time += seconds }
                let tracks = [1, 2].flatMap { track(fragment: $0, at: time, seconds) }
                return box("moof", box("mfhd", full() + number(1)) + tracks)
                    + box("mdat", [UInt8](repeating: 7, count: 40))
            }
        }

        private func scale(_ track: Int) -> Int { track == 1 ? 600 : 1_000 }
        /// Ten samples a second.
        private func sample(_ track: Int) -> Int { scale(track) / 10 }

        private func track(_ id: Int) -> [UInt8] {
            let name = [UInt8](repeating: 0, count: 8) + number(id) + [UInt8](repeating: 0, count: 60)
            let length = id == 1 ? header : 0
            return box(
                "trak",
                box("tkhd", full() + name + number(id == 1 ? 48 << 16 : 0) + number(id == 1 ? 32 << 16 : 0))
                    + box("mdia", box("mdhd", full() + [0, 0, scale(id), length].flatMap(number))))
        }

        private func track(fragment id: Int, at time: Int, _ seconds: Int) -> [UInt8] {
            let isOwn = durations == .ofFragment
            let head = box("tfhd", full(isOwn ? 8 : 0) + number(id) + (isOwn ? number(sample(id)) : []))
            let start = start == nil ? [] : box("tfdt", full() + number(time * scale(id)))
            let samples = (0..<seconds * 10).flatMap { _ in
                (durations == .ofEach ? number(sample(id)) : []) + number(4)
            }
            let run = box(
                "trun",
                full(durations == .ofEach ? 0x301 : 0x201) + number(seconds * 10) + number(0) + samples)
            return box("traf", head + start + run)
        }

        private var indexBox: [UInt8] {
            guard !index.isEmpty else { return [] }
            let count: [UInt8] = [0, 0, 0, UInt8(index.count)]
            let head = full() + [1, 600, (start ?? 0) * 600, 0].flatMap(number)
            return box("sidx", head + count + index.flatMap { [1, $0 * 600, 0].flatMap(number) })
        }

        private func box(_ type: String, _ content: [UInt8]) -> [UInt8] { SampleBoxes.box(type, content) }
        private func full(_ flags: Int = 0) -> [UInt8] { number(flags) }
        private func number(_ number: Int) -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.append(number, bytes: 4)
            return bytes
        }
    }

    private func duration(_ movie: Movie) throws -> Double? { try ImageMetadata(movie.bytes).movie.duration }

    @Test(arguments: Movie.Durations.allCases)
    private func `The samples of all fragments are counted, wherever their durations are stated`(
        durations: Movie.Durations
    ) throws {
        for start in [nil, 0, 7] {
            #expect(try duration(Movie(start: start, durations: durations)) == 3, "\(String(describing: start))")
        }
        // The header describes the first second.
        #expect(try duration(Movie(header: 600, start: nil, durations: durations)) == 4)
        #expect(try duration(Movie(header: 600, start: 1, durations: durations)) == 4)
    }

    @Test func `A stated duration comes before the index, and the index before the fragments`() throws {
        #expect(try duration(Movie(stated: 3_000, index: [2, 2])) == 5)
        #expect(try duration(Movie(stated: 0, index: [2, 2])) == 4)
        #expect(try duration(Movie(index: [2, 2], start: 7)) == 4)
        #expect(try duration(Movie(header: 600, index: [2, 2], start: 1)) == 5)
    }

    @Test func `A movie without fragments has what its header describes, or no duration`() throws {
        #expect(try duration(Movie(fragments: [])) == nil)
        #expect(try duration(Movie(header: 1_200, fragments: [])) == 2)
    }

    @Test func `A movie that is cut anywhere has the duration of its whole fragments`() throws {
        let movie = Movie()
        var (file, whole) = (movie.head, 0)
        for part in movie.parts {
            for length in 0..<part.count {
                let cut = try ImageMetadata(file + part.prefix(length)).movie.duration
                // The description of a fragment is followed by its 48 bytes of samples.
                let isWhole = length >= part.count - 48
                #expect(cut == (whole + (isWhole ? 1 : 0) == 0 ? nil : Double(whole + (isWhole ? 1 : 0))), "\(length)")
            }
            file += part
            whole += 1
        }
        for length in movie.head.indices { _ = try? ImageMetadata(Array(movie.head.prefix(length))).touch() }
    }

    @Test func `Numbers that no movie has do not trap`() throws {
        for movie in [Movie(fragments: [1]), Movie(stated: 3_000, index: [2], fragments: [1])].map(\.bytes) {
            for (position, length) in movie.indices.dropLast(8).flatMap({ [($0, 4), ($0, 8)] }) {
                var file = movie
                for step in 0..<length { file[position + step] = 0xFF }
                _ = try? ImageMetadata(file).touch()
            }
        }
    }
}

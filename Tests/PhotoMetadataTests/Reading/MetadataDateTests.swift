import Foundation
import Testing

@testable import PhotoMetadata

/// Moments as cameras write them.
@Suite struct MetadataDateTests {
    @Test(arguments: [
        ("2023:04:19 10:11:12", "2023-04-19T10:11:12"), ("2023-04-19T10:11:12.50Z", "2023-04-19T10:11:12.50+00:00"),
        ("  2023-04-19", "2023-04-19T00:00:00"), ("20230419T101112-0830", "2023-04-19T10:11:12-08:30"),
        ("2024:02:29 00:00", "2024-02-29T00:00:00"), ("2009-09-09T17:00:00, 2009", "2009-09-09T17:00:00"),
        ("2023:12:31 24:00:00", "2024-01-01T00:00:00"), ("2024-02-28T24:00+02:00", "2024-02-29T00:00:00+02:00"),
        ("20230419T240000.00Z", "2023-04-20T00:00:00.00+00:00"),
        ("2000:02:29 23:59:60", "2000-02-29T23:59:60"), ("2024-02-29 junk", "2024-02-29T00:00:00"),
    ]) func `A moment is read as EXIF, XMP, IPTC and QuickTime write it`(text: String, iso: String) {
        #expect(MetadataDate(text)?.description == iso)
    }

    @Test(arguments: [
        "", "0000:00:00 00:00:00", "2023", "2023:13:01", "2023:02:29", "1900:02:29", "2023:04:31",
        "2023:04:19 24:00:01", "2023:04:19 24:01:00", "2023:04:19 24:00:00.5", "2023:04:19 25:00:00",
        "9999:12:31 24:00:00",
        "    :  :     :  :  ", "abcd:ef:gh", "2023:04:00", "2023:04:19 10:60:00",
    ]) func `What is no whole day or no time of day is no moment`(text: String) {
        #expect(MetadataDate(text) == nil)
    }

    @Test func `A moment with a zone is a date, one without takes the zone that it is given`() throws {
        let zoned = try #require(MetadataDate("2023-04-19T10:11:12.25+02:00"))
        #expect(zoned.date(in: .gmt).timeIntervalSince1970 == 1_681_891_872.25)
        let local = try #require(MetadataDate("2023:07:19 10:00:00"))
        let zone = try #require(TimeZone(secondsFromGMT: 7_200))
        #expect(local.date(in: zone) == local.date(in: .gmt) - 7_200)
    }

    @Test func `Every day of 800 years is the day that Foundation has`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let first = -11_676_096_000  // 1600-01-01
        for day in stride(from: 0, to: 292_194, by: 13) {
            let seconds = first + day * 86_400 + day % 86_400
            let date = Date(timeIntervalSince1970: Double(seconds))
            let ours = MetadataDate(secondsSince1970: seconds)
            let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
            try #require(ours.year == parts.year && ours.month == parts.month && ours.day == parts.day)
            try #require(ours.hour == parts.hour && ours.minute == parts.minute && ours.second == parts.second)
            try #require(ours.date(in: .gmt) == date)
        }
    }

    @Test func `A date becomes what a clock in its zone shows, with milliseconds, and the same date again`() throws {
        let zone = try #require(TimeZone(secondsFromGMT: -5 * 3_600 - 1_800))
        let date = Date(timeIntervalSince1970: 1_700_000_000.125)
        let moment = try #require(MetadataDate(date, in: zone))
        #expect(moment.description == "2023-11-14T16:43:20.125-05:30" && moment.date() == date)
        #expect(MetadataDate(.distantFuture.addingTimeInterval(1e15)) == nil)
        #expect(
            MetadataDate(Date(timeIntervalSince1970: -0.5), in: .gmt)?.description == "1969-12-31T23:59:59.500+00:00")
    }
}

/// Why a synthetic library holds something back.
public enum SyntheticHold: Hashable, Sendable, CaseIterable {
    /// Until ``SyntheticStore/callBackLate()``: ``SyntheticImageFault/late``.
    case late
    /// For ever: ``SyntheticImageFault/never``.
    case never
    /// Until ``SyntheticStore/endDownloads()``: ``SyntheticDownload/stalls(after:)``.
    case download
}

extension AlbumRepository {
    /// The album list of a screen, counted and with covers, and what becomes of it while the library changes (R50).
    ///
    /// Its first element is the list of now. After a change only the albums are looked at again that it may concern,
    /// as far as the library's history tells, and only what differs then is announced (R49). Who is slow gets one
    /// update of all that happened, and nothing queues. Empty albums, new ones too, are in it where the options say
    /// so. An album whose count or cover fails stays in the list and says so (R34).
    ///
    /// An iterator that throws is at its end.
    ///
    /// - Parameters:
    ///   - options: which albums, counted how, in which order.
    ///   - policy: which asset stands for an album.
    /// - Throws: from `next`: `.notAuthorized` where there is no permission, or as soon as it is withdrawn;
    ///   `.cancelled`, `.shutDown`, or why nothing could be read.
    public nonisolated func albumUpdates(
        _ options: AlbumListOptions = AlbumListOptions(), cover policy: CoverPolicy = .newest
    ) -> AlbumUpdates {
        AlbumUpdates(access: access, options: options, policy: policy)
    }
}

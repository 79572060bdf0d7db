/// The colors of a landscape: a time of day, a season, a place.
struct SceneMood {
    /// The sky at the top of the picture.
    var zenith: SceneColor
    /// The sky at the horizon.
    var haze: SceneColor
    /// The hills at the horizon.
    var far: SceneColor
    /// The hills in front of the viewer.
    var near: SceneColor
    var water: SceneColor
    /// The sun, or the moon.
    var sun: SceneColor

    /// Ten moods: a day in summer, sunset, dusk, a beach, mist, the tropics, autumn, winter, morning and night.
    static let all = [
        (0x3C78C8, 0xC4E0F2, 0x7FA28C, 0x27502E, 0x4A86B8, 0xFFF6DC),
        (0xE8744A, 0xFFD9A0, 0x8A5468, 0x2E1E3C, 0xC07060, 0xFFF0C0),
        (0x27305E, 0xC88A9C, 0x545078, 0x1C1B30, 0x5A567E, 0xFFE6D0),
        (0x5AB4DC, 0xF2F4EC, 0xD8C090, 0xA8814E, 0x3FA6B4, 0xFFFBE6),
        (0xA9BCC8, 0xEDEEEC, 0xA3B1B6, 0x4A5C62, 0x92A6B0, 0xFFFFFA),
        (0x2A9CC0, 0xBCECE6, 0x4E9C86, 0x0F4A44, 0x1E8C9E, 0xFFF8D8),
        (0x6E9AC4, 0xF4E4C4, 0xC08A4A, 0x6E3420, 0x6C8494, 0xFFF2CC),
        (0x86B2DC, 0xF0F6FC, 0xD2DEEA, 0x7E94AC, 0x9EBAD2, 0xFFFFFF),
        (0xA8A8DC, 0xFFDCD0, 0xA89CBE, 0x3E5A4C, 0xB4A8C8, 0xFFF4E0),
        (0x0A1230, 0x2C4268, 0x1E2C48, 0x080E1C, 0x1A2C4C, 0xF2F0E0),
    ].map { colors in
        SceneMood(
            zenith: SceneColor(colors.0), haze: SceneColor(colors.1), far: SceneColor(colors.2),
            near: SceneColor(colors.3), water: SceneColor(colors.4), sun: SceneColor(colors.5))
    }

    /// The mood with slightly different colors.
    func varied(using chance: inout SeededGenerator) -> SceneMood {
        func other(_ color: SceneColor) -> SceneColor {
            let light = Double.random(in: -14...14, using: &chance)
            return color.moved(
                light + .random(in: -12...12, using: &chance), light + .random(in: -8...8, using: &chance),
                light + .random(in: -12...12, using: &chance))
        }
        var mood = self
        (mood.zenith, mood.haze, mood.far) = (other(zenith), other(haze), other(far))
        (mood.near, mood.water) = (other(near), other(water))
        return mood
    }
}

/// A color of a landscape, with components from 0 to 255.
struct SceneColor {
    var red: Double
    var green: Double
    var blue: Double

    /// Creates a color from six hexadecimal digits.
    init(_ value: Int) {
        (red, green, blue) = (Double(value >> 16 & 255), Double(value >> 8 & 255), Double(value & 255))
    }

    /// The color on the way to another one, at a share of 0 to 1.
    func mixed(with other: SceneColor, _ share: Double) -> SceneColor {
        let share = min(max(share, 0), 1)
        return moved((other.red - red) * share, (other.green - green) * share, (other.blue - blue) * share)
    }

    func moved(_ red: Double, _ green: Double, _ blue: Double) -> SceneColor {
        var color = self
        (color.red, color.green, color.blue) = (self.red + red, self.green + green, self.blue + blue)
        return color
    }

    /// The pixel, without the bits of a mark.
    var painted: PaintedColor {
        func byte(_ value: Double) -> UInt8 { UInt8(min(max(value, 0), 255)) & 0xF8 }
        return PaintedColor(red: byte(red), green: byte(green), blue: byte(blue))
    }
}

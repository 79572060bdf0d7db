/// The colors and the layout of the page; single pictures use their part of it.
enum Style {
    /// CameraRoll in one color, everything else in grays, for light and dark.
    private static let light = """
        --paper:#fbfbfa;--card:#ffffff;--ink:#1d2126;--dim:#5c6570;--grid:#e3e5e8;--own:#0a6cbd;--own2:#4d9fe0;\
        --goal:#b5541a;--bad:#b3261e;--good:#1c7a3e;--g0:#5f6872;--g1:#8f98a3;--g2:#b3bac3;--h0:#d5d9de;--h1:#c3d5e4;\
        --h2:#9fc3e2;--h3:#74abd9;--h4:#3f8bca;--h6:#a884d6;--n1:#c6cbd1;--n2:#afb6be;--n3:#959da7;--n4:#7b8490;\
        --n5:#5f6872;
        """
    private static let dark = """
        --paper:#14171b;--card:#1c2025;--ink:#e8eaed;--dim:#a0a9b4;--grid:#343a42;--own:#58b0ff;--own2:#2f7fc4;\
        --goal:#f0a15e;--bad:#ff8a80;--good:#6fd08c;--g0:#c3c9d1;--g1:#7f8994;--g2:#5a636d;--h0:#3a4048;--h1:#35495a;\
        --h2:#345a7b;--h3:#3b76a8;--h4:#4892d0;--h6:#9a74d1;--n1:#4b535c;--n2:#626b75;--n3:#7f8994;--n4:#a0a9b4;\
        --n5:#c3c9d1;
        """

    /// The styles of the shapes of a picture.
    static let shapes = """
        .t{font:12px system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif;fill:var(--ink)}
        .dim{fill:var(--dim)}.strong{font-weight:600}.title{font-size:16px;font-weight:600}.owntext{fill:var(--own)}
        .goaltext{fill:var(--goal);stroke:var(--card);stroke-width:3px;paint-order:stroke}
        .grid{stroke:var(--grid);stroke-width:1}.goal{stroke:var(--goal);stroke-width:1.5;stroke-dasharray:5 3}
        .curve{fill:none;stroke-width:2;stroke-linejoin:round}.curve.own{stroke:var(--own);stroke-width:2.6}
        .curve.g0{stroke:var(--g0)}.curve.g1{stroke:var(--g1);stroke-dasharray:7 3}
        .curve.g2{stroke:var(--g0);stroke-dasharray:2 3}.curve.g3{stroke:var(--g2)}
        .curve.g4{stroke:var(--g1);stroke-dasharray:9 3 2 3}.curve.speed{stroke:var(--dim);stroke-width:1.4}
        .curve.d1{stroke-dasharray:7 3}.curve.d2{stroke-dasharray:2 3}.curve.d3{stroke:var(--own2)}
        .curve.dot{stroke-dasharray:none}.dot.own{fill:var(--own)}.dot.other{fill:var(--g0);stroke-width:1}
        .bar.own{fill:var(--own)}.bar.other{fill:var(--g1)}.whisker{stroke:var(--ink);stroke-width:1.5;opacity:.6}
        .gap{fill:var(--bad)}.mark{fill:var(--grid)}.job.j0{fill:var(--g1)}.job.j1{fill:var(--ink)}
        .job.j2{fill:var(--g2)}.job.j3{fill:var(--g0)}.job.j4{fill:var(--own)}.job.j5{fill:var(--own2)}
        .heat.h0{fill:var(--h0)}.heat.h1{fill:var(--h1)}.heat.h2{fill:var(--h2)}.heat.h3{fill:var(--h3)}
        .heat.h4{fill:var(--h4)}.heat.h5{fill:var(--own)}.heat.h6{fill:var(--h6)}.heat.n1{fill:var(--n1)}
        .heat.n2{fill:var(--n2)}.heat.n3{fill:var(--n3)}.heat.n4{fill:var(--n4)}.heat.n5{fill:var(--n5)}
        """

    /// The style of a picture that stands alone.
    static let drawing =
        "svg{\(light)background:var(--card)}@media (prefers-color-scheme:dark){svg{\(dark)}}\n" + shapes

    /// The style of a picture in the documentation, with slightly larger text.
    static let diagram =
        drawing + """
            .t{font-size:13px}.box{fill:var(--paper);stroke:var(--g1)}.box.own{stroke:var(--own);stroke-width:2}
            .frame{fill:none;stroke:var(--g1)}.frame.own{stroke:var(--own);stroke-width:1.5;stroke-dasharray:6 4}
            .stem{stroke:var(--g1);stroke-width:1.5}.tip{fill:var(--g1)}.lane{fill:var(--grid)}
            .job.own,.cell.own{fill:var(--own)}.job.normal{fill:var(--h2)}.job.long{fill:var(--g2)}
            .asked{stroke:var(--own);stroke-width:1.5;stroke-dasharray:3 3}
            .cell{fill:var(--paper);stroke:var(--g1)}.cell.near{fill:var(--h2)}.cell.off{fill:var(--grid);stroke:none}
            .cell.gone{fill:var(--h0);stroke:var(--bad);stroke-dasharray:4 3}
            .cell.new{stroke:var(--good);stroke-width:3}
            .cell.moved{stroke:var(--own);stroke-width:3}.cell.edited{stroke:var(--goal);stroke-width:3}
            .screen{fill:none;stroke:var(--own);stroke-width:2}
            """

    /// The style of a picture that a page shows in one of its two themes.
    static func picture(isDark: Bool) -> String { "svg{\(isDark ? dark : light)}\n" + shapes }

    static let page =
        ":root{color-scheme:light dark;\(light)}\n@media (prefers-color-scheme:dark){:root{\(dark)}}\n" + layout
        + shapes + "\n@media print{:root{\(light)}}\n"

    private static let layout = """
        *{box-sizing:border-box}
        body{margin:0 auto;padding:20px 16px 64px;max-width:1200px;background:var(--paper);color:var(--ink);
        font:15px/1.5 system-ui,-apple-system,Segoe UI,Roboto,DejaVu Sans,sans-serif;overflow-wrap:anywhere}
        h1{font-size:26px;margin:0}h2{font-size:19px;margin:0 0 4px}h3{font-size:15px;margin:0 0 6px}
        p{margin:4px 0 8px}a{color:var(--own)}.quiet{color:var(--dim);font-size:13px}
        .claim{font-size:17px;max-width:62em;margin:4px 0 12px}
        .banner{border:2px solid var(--goal);border-radius:8px;padding:4px 12px;margin:8px 0;font-weight:600}
        .numbers{display:grid;grid-template-columns:repeat(3,1fr);gap:14px;margin:0 0 14px}
        .number{background:var(--card);border:1px solid var(--grid);border-left:4px solid var(--own);border-radius:8px;
        padding:10px 14px}
        .number p{margin:0}.number .own{font-size:34px;line-height:1.25;font-weight:700;color:var(--own)}
        .number .rival{color:var(--dim)}.number b{color:var(--ink)}
        nav{margin:14px 0}nav ul{columns:3;margin:0;padding:0;list-style:none}nav li{padding:1px 0}
        section{margin:10px 0 0;padding-top:10px;border-top:1px solid var(--grid)}
        .beside{display:grid;grid-template-columns:minmax(0,1fr) 672px;gap:24px;align-items:start}
        .figures{display:flex;flex-wrap:wrap;gap:14px;margin:10px 0;align-items:flex-start}
        figure{margin:0;padding:10px 15px;background:var(--card);border:1px solid var(--grid);border-radius:8px;
        min-width:0;max-width:100%;break-inside:avoid}
        svg{display:block;height:auto}svg.middle,svg.narrow{display:none;max-width:100%}
        figcaption{font-size:13px;color:var(--dim);margin-top:4px}
        .more{display:flex;flex-wrap:wrap;gap:0 24px;margin-top:6px}.more details[open]{flex-basis:100%;min-width:0}
        details{margin:2px 0;font-size:13px}summary{cursor:pointer;color:var(--dim)}
        .scroll{overflow-x:auto}table{border-collapse:collapse;margin:8px 0;font-variant-numeric:tabular-nums}
        th,td{padding:3px 12px 3px 0;text-align:right;border-bottom:1px solid var(--grid);vertical-align:top;
        overflow-wrap:normal}
        th:first-child,td:first-child{text-align:left;overflow-wrap:anywhere;min-width:110px}
        th{font-weight:600;color:var(--dim)}.goals{width:100%;font-size:13px}.goals td,.goals th{text-align:left}
        .found{font-weight:600}.found.missed{color:var(--bad)}.found.met{color:var(--good)}
        .far{position:relative;display:block;width:150px;height:8px;margin-top:6px;background:var(--grid);
        border-radius:4px}
        .far span{position:absolute;top:0;bottom:0;border-radius:4px}.within{background:var(--good)}
        .over{background:var(--bad)}.far i{position:absolute;left:50%;top:-2px;bottom:-2px;width:2px;
        background:var(--goal)}
        @media (max-width:1199px){svg.full{display:none}svg.middle{display:block}
        .beside{display:block}nav ul{columns:2}}
        @media (max-width:719px){svg.wide{display:none}svg.narrow{display:block}figure{padding:8px 10px}
        body{padding:10px 10px 48px}h1{font-size:21px}.claim{font-size:14px;line-height:1.4;margin:2px 0 8px}
        .numbers{grid-template-columns:1fr;gap:6px;margin:0 0 8px}
        .number{display:grid;grid-template-columns:auto 1fr;column-gap:10px;align-items:baseline;padding:4px 10px;
        font-size:13px;line-height:1.35}
        .number .name{grid-column:1/-1}.number .own{font-size:21px}nav ul{columns:1}
        .banner{font-size:13px;line-height:1.3;padding:2px 8px;margin:4px 0}h3{font-size:14px;margin:0 0 4px}}
        @media print{body{max-width:none;padding:0}figure,.number{border-color:#cccccc}
        .figures,.beside{display:block}figure{margin:0 0 12px}p{break-inside:avoid}h2,h2+p{break-after:avoid}}

        """
}

/// Every row of the suite, theme by theme.
enum HostileRows {
    static let all: [any HostileRow] =
        URLRow.forms + URLRow.hosts + URLRow.addresses + NameRow.rows + OriginRow.rows + SecureRow.rows
        + PayloadRow.rows + SceneRow.rows + ClientRow.rows
}

package storetest

import "strings"

// OddNames are file names that must be stored unchanged and never be part of a path.
func OddNames() []string {
	return []string{
		"../../etc/passwd", "/absolute", `C:\windows`, `..\..\x`, "nul\x00byte", "NUL", "CON.txt", "-rf", ".hidden", "",
		" spaces at the ends ", "new\nline\ttab", "quote'\"`$(reboot)", "100%_", "broken \xff\xfe UTF-8",
		"caf\u00e9", "cafe\u0301", "CAF\u00c9", "\u202egpj.exe", "\u05d0\u05d1\u05d2", "😀.gz", strings.Repeat("long", 1024),
	}
}

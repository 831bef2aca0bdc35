package file

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// NameOnDisk returns the name under which a download is saved: one part of a path, of at most 200
// bytes, without characters that cannot be seen.
func NameOnDisk(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune(`/\`, r) {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(shortened(name), "_"))
	if strings.Trim(name, ". ") == "" {
		return "file"
	}
	return name
}

// shortened returns a name of at most 200 bytes, since file systems take 255: its beginning
// and its ending, such as .tsv.gz.
func shortened(name string) string {
	const longest, endings = 200, 16
	if len(name) <= longest {
		return name
	}
	ending := name[len(name)-endings:]
	if at := strings.IndexByte(ending, '.'); at >= 0 {
		ending = ending[at:]
	} else {
		ending = ""
	}
	beginning := name[:longest-len(ending)]
	for len(beginning) > 0 && !utf8.RuneStart(name[len(beginning)]) {
		beginning = beginning[:len(beginning)-1]
	}
	return beginning + ending
}

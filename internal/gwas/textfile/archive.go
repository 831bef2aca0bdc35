package textfile

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// maxMembers is how many files an archive may hold: a data set with one file per chromosome has
// some dozens.
const maxMembers = 1000

// EachMember calls fn with each file of a tar archive, which may be packed by gzip,
// bzip2 or zstd, in the order of the archive; for any other file once, with the file
// itself and no name. An error of fn ends it.
func EachMember(file io.ReadSeeker, limits Limits, fn func(name string, member io.Reader) error) error {
	outer := &File{source: file, limits: limits.withDefaults()}
	packed, err := outer.archive()
	if err != nil {
		return err
	}
	if packed == nil {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		return fn("", file)
	}
	members := tar.NewReader(packed)
	for n := 0; ; {
		head, err := members.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return outer.memberError(err)
		}
		if head.Typeflag != tar.TypeReg || isHidden(head.Name) {
			continue
		}
		if n++; n > maxMembers {
			return &FileError{
				Code:   CodeTooLarge,
				What:   fmt.Sprintf("The archive holds more than %d files.", maxMembers),
				Remedy: "Pack the files that belong to it only.",
			}
		}
		if err := fn(head.Name, members); err != nil {
			if known := new(FileError); errors.As(err, &known) && !strings.Contains(known.What, head.Name) {
				within := *known
				within.What = "In " + head.Name + ": " + known.What
				return &within
			}
			return err
		}
	}
}

// isHidden reports whether a file is one that a file system leaves in archives.
func isHidden(name string) bool {
	return slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool {
		return strings.HasPrefix(part, ".") && part != "." && part != ".."
	})
}

// archive returns the unpacked archive, nil when the file is none.
func (f *File) archive() (io.Reader, error) {
	stored := newPeeker(storedReader{f}, 64<<10)
	magic, err := stored.peek(4096)
	if err != nil {
		return nil, f.readError(err)
	}
	if compressionOf(magic) == "zip" { // which holds one table
		return nil, nil
	}
	plain, err := f.decompress(stored, magic)
	if err != nil {
		return nil, err
	}
	text := newPeeker(&limitedReader{r: plain, f: f}, 64<<10)
	start, _ := text.peek(512)
	if len(start) < 512 || string(start[257:262]) != "ustar" {
		return nil, nil
	}
	return text, nil
}

func (f *File) memberError(err error) error {
	if known := new(FileError); errors.As(err, &known) {
		return known
	}
	return &FileError{Code: CodeDamaged, Byte: f.taken.Load(), What: "The archive is damaged.", Remedy: "Get it again.", Err: err}
}

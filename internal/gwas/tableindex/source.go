package tableindex

import (
	"bytes"
	"context"
	"io"
	"sync/atomic"

	"cohortium/internal/gwas/textfile"
	"cohortium/internal/platform/guard"
)

// opened is a source whose layout is known. Its rows are read once.
type opened struct {
	src    Source
	stored *counted
	file   *textfile.File
	head   *textfile.Head
	layout *layout
	table  *textfile.Layout
	pieces *pieces // of JSON in one piece; nil when that is not read
}

// counted counts the stored bytes that were taken.
type counted struct {
	*io.SectionReader
	n atomic.Int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.SectionReader.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// Behind is used for archives, which are read from their end.
func (c *counted) Behind() io.Reader { return c.SectionReader }

func openSource(src Source) (*opened, error) {
	o := &opened{src: src, stored: &counted{SectionReader: io.NewSectionReader(src.Data, 0, src.Size)}}
	open := textfile.Open
	if src.Partial {
		open = textfile.OpenStart
	}
	var err error
	if o.file, err = open(o.stored, src.Limits); err != nil {
		return nil, err
	}
	if src.Stated.Any {
		o.file.Through(func(text io.Reader) io.Reader {
			o.pieces = newPieces(text, src.Limits)
			return o.pieces
		})
	}
	if o.head, err = o.file.ReadHead(); err != nil {
		return nil, err
	}
	if o.pieces != nil && o.pieces.one {
		src.Format = JSONLines
	}
	o.layout, o.table, err = detect(src, o.head)
	if err != nil && o.head.Cause != nil && !src.Partial {
		return nil, o.head.Cause
	}
	return o, err
}

// expected returns how long the text will be if all of it is packed as its beginning is.
func (o *opened) expected() int64 {
	taken := max(o.stored.n.Load(), 1)
	return int64(float64(o.src.Size) * float64(len(o.head.Text)) / float64(taken))
}

// readAhead is how many chunks are read ahead of the consumer.
const readAhead = 3

// lines calls f with each line behind the header, its number, and where it begins in the text. The
// text is read ahead in a separate goroutine. An error of f ends it.
func (o *opened) lines(ctx context.Context, f func(line []byte, no, at int64) error) error {
	ctx, cancel := context.WithCancel(ctx)
	group, ctx := guard.WithContext(ctx)
	full, free := make(chan *textfile.Chunk, readAhead), make(chan *textfile.Chunk, readAhead)
	for range readAhead {
		free <- &textfile.Chunk{}
	}
	group.Go(func() error {
		defer close(full)
		return o.readAhead(ctx, free, full)
	})
	at := int64(o.table.BodyStart)
	used := func() error {
		for chunk := range full {
			if err := eachLine(chunk, at, f); err != nil {
				return err
			}
			at += int64(len(chunk.Text))
			if chunk.Err != nil {
				return chunk.Err
			}
			free <- chunk
		}
		return nil
	}()
	cancel()
	if err := group.Wait(); used == nil && err != nil {
		return err
	}
	return used
}

func (o *opened) readAhead(ctx context.Context, free, full chan *textfile.Chunk) error {
	chunks := o.file.Body(o.head, o.table)
	for more := true; more; {
		select {
		case chunk := <-free:
			more = chunks.Next(chunk)
			full <- chunk // there is room for all
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// eachLine calls f with the lines of a chunk that begins at a place of the text.
func eachLine(c *textfile.Chunk, at int64, f func(line []byte, no, at int64) error) error {
	no := int64(c.Line)
	for text := c.Text; len(text) > 0; no++ {
		line, rest := text, []byte(nil)
		if end := bytes.IndexByte(text, '\n'); end >= 0 {
			line, rest = text[:end], text[end+1:]
		}
		if err := f(bytes.TrimSuffix(line, []byte{'\r'}), no, at); err != nil {
			return err
		}
		at += int64(len(text) - len(rest))
		text = rest
	}
	return nil
}

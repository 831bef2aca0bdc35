package segment

import (
	"container/heap"
	"context"
	"fmt"
)

// Input is a file to merge. Number returns the number of each of its results in the new file, −1 for
// one that is left out.
type Input struct {
	*Segment
	Number func(result int) int
}

// Merge adds the rows of files to a writer. It holds a page of each in memory.
func Merge(ctx context.Context, w *Writer, inputs []Input) error {
	var queue cursors
	for _, in := range inputs {
		c := &cursor{Input: in}
		more, err := c.next()
		if err != nil {
			return fmt.Errorf("segment.Merge: %w", err)
		}
		if more {
			queue = append(queue, c)
		}
	}
	heap.Init(&queue)
	for n := 0; len(queue) > 0; n++ {
		if n%pageRows == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		c := queue[0]
		if err := w.Add(&c.row); err != nil {
			return err
		}
		more, err := c.next()
		if err != nil {
			return fmt.Errorf("segment.Merge: %w", err)
		}
		if more {
			heap.Fix(&queue, 0)
		} else {
			heap.Pop(&queue)
		}
	}
	return nil
}

// cursor reads a file from its first row to its last.
type cursor struct {
	Input
	memory reading
	page   int // the next one
	at     int // the next row of the page at hand
	row    Row // with its number in the new file
}

// next moves to the next row that is kept; false after the last.
func (c *cursor) next() (bool, error) {
	for {
		for c.at < len(c.memory.rows) {
			c.row = c.memory.rows[c.at]
			c.at++
			if c.row.Result = c.Number(c.row.Result); c.row.Result >= 0 {
				return true, nil
			}
		}
		if c.page == len(c.pages) {
			return false, nil
		}
		p := &c.pages[c.page]
		if _, err := c.Segment.page(&c.memory, p, p.Start, p.End); err != nil {
			return false, err
		}
		c.page, c.at = c.page+1, 0
	}
}

// cursors is a heap of cursors by their row.
type cursors []*cursor

func (c cursors) Len() int           { return len(c) }
func (c cursors) Less(i, j int) bool { return c[i].row.before(&c[j].row) }
func (c cursors) Swap(i, j int)      { c[i], c[j] = c[j], c[i] }
func (c *cursors) Push(x any)        { *c = append(*c, x.(*cursor)) }
func (c *cursors) Pop() any {
	last := len(*c) - 1
	x := (*c)[last]
	*c = (*c)[:last]
	return x
}

package console

import (
	"fmt"
	"strings"
	"sync"
)

// Progress draws a bar on a terminal and writes a line per tenth elsewhere.
type Progress struct {
	Env   *Env
	mu    sync.Mutex
	stage string
	tenth int64
	drawn bool
}

// Show draws the bar at done of total.
func (p *Progress) Show(stage string, done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	tenth := int64(0)
	if total > 0 {
		tenth = min(done, total) * 10 / total
	}
	if p.Env.Terminal {
		tenth = tenth*10 + min(done, total)*100/max(total, 1)%10
	}
	if stage == p.stage && tenth == p.tenth {
		return
	}
	p.stage, p.tenth = stage, tenth
	if p.Env.Terminal {
		p.drawn = true
		bar := strings.Repeat("█", int(tenth/4)) + strings.Repeat("░", 25-int(tenth/4))
		fmt.Fprintf(p.Env.Stderr, "\r%-10s %s %3d %%", stage, bar, tenth)
		return
	}
	fmt.Fprintf(p.Env.Stderr, "%s: %d %%\n", stage, tenth*10)
}

// Say writes a line between the drawings.
func (p *Progress) Say(format string, args ...any) {
	p.Done()
	fmt.Fprintf(p.Env.Stderr, format+"\n", args...)
}

// Done ends the current line.
func (p *Progress) Done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprintln(p.Env.Stderr)
		p.drawn = false
	}
}

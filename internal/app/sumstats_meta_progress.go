package app

import (
	"fmt"
	"strings"
	"sync"
)

// metaProgress draws a bar on a terminal and writes a line per tenth elsewhere.
type metaProgress struct {
	env   *Env
	mu    sync.Mutex
	stage string
	tenth int64
	drawn bool
}

func (p *metaProgress) show(stage string, done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	tenth := int64(0)
	if total > 0 {
		tenth = min(done, total) * 10 / total
	}
	if p.env.Terminal {
		tenth = tenth*10 + min(done, total)*100/max(total, 1)%10
	}
	if stage == p.stage && tenth == p.tenth {
		return
	}
	p.stage, p.tenth = stage, tenth
	if p.env.Terminal {
		p.drawn = true
		bar := strings.Repeat("█", int(tenth/4)) + strings.Repeat("░", 25-int(tenth/4))
		fmt.Fprintf(p.env.Stderr, "\r%-10s %s %3d %%", stage, bar, tenth)
		return
	}
	fmt.Fprintf(p.env.Stderr, "%s: %d %%\n", stage, tenth*10)
}

// say writes a line between the drawings.
func (p *metaProgress) say(format string, args ...any) {
	p.done()
	fmt.Fprintf(p.env.Stderr, format+"\n", args...)
}

// done ends the line that is being drawn.
func (p *metaProgress) done() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprintln(p.env.Stderr)
		p.drawn = false
	}
}

package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// measureTime is the time limit of a measurement.
const measureTime = 10 * time.Second

// State holds the values measured when metrics are read. Sizes are in bytes.
type State struct {
	Ready                bool // database and file store take changes
	Jobs                 []Queue
	Uploads, UploadBytes int64 // unfinished uploads, and what was received of them
	Pools                map[string]Pool
	DiskFree, DiskSize   int64         // of the data folder; -1 when not known
	Backup               *time.Time    // the newest complete one; nil for none
	BackupOldAfter       time.Duration // age at which the newest one is old
}

// Queue is the unfinished jobs of one kind and state.
type Queue struct {
	Kind, State string
	Jobs        int
	Oldest      time.Duration // since its creation
}

// Pool is connections to the database for one use.
type Pool struct {
	Open, Busy, Most int
	Waits            int64
	Waited           time.Duration
}

// Measure measures the state of an installation. With an error, ready, disk and pools count alone.
type Measure func(ctx context.Context) (*State, error)

// Describe implements prometheus.Collector. What is measured has no fixed set of metrics.
func (m Measure) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (m Measure) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), measureTime)
	defer cancel()
	s, err := m(ctx)
	c := collected(to)
	c.own(s, err)
	if err != nil {
		return
	}
	for _, q := range s.Jobs {
		of := prometheus.Labels{"kind": q.Kind, "state": q.State}
		c.gauge("jobs", "Unfinished jobs of the installation.", float64(q.Jobs), of)
		c.gauge("jobs_oldest_seconds", "Time since the oldest unfinished job was created.", q.Oldest.Seconds(), of)
	}
	c.gauge("uploads_unfinished", "Unfinished uploads of the installation.", float64(s.Uploads), nil)
	c.gauge("uploads_unfinished_bytes", "Bytes that were received of unfinished uploads.", float64(s.UploadBytes), nil)
	if s.Backup != nil {
		c.gauge("backup_last_success_timestamp_seconds", "When the newest complete backup was made.", float64(s.Backup.Unix()), nil)
	}
	c.gauge("backup_old_after_seconds", "Age at which the newest backup is old: two intervals of the schedule, or two days.", s.BackupOldAfter.Seconds(), nil)
}

type collected chan<- prometheus.Metric

// own reports what the process knows without the database.
func (c collected) own(s *State, err error) {
	ready := 0.0
	if s.Ready && err == nil {
		ready = 1
	}
	c.gauge("ready", "1 while database and file store take changes, else 0.", ready, nil)
	if s.DiskSize >= 0 {
		c.gauge("disk_free_bytes", "Free bytes of the file system of the data folder.", float64(s.DiskFree), nil)
		c.gauge("disk_size_bytes", "Size of the file system of the data folder.", float64(s.DiskSize), nil)
	}
	for use, p := range s.Pools {
		of := func(state string) prometheus.Labels { return prometheus.Labels{"pool": use, "state": state} }
		const connections = "Connections to the database."
		c.gauge("database_connections", connections, float64(p.Busy), of("busy"))
		c.gauge("database_connections", connections, float64(p.Open-p.Busy), of("idle"))
		pool := prometheus.Labels{"pool": use}
		c.gauge("database_connections_max", "Most connections to the database.", float64(p.Most), pool)
		c.put(prometheus.CounterValue, "database_connection_waits_total", "Requests that waited for a connection.", float64(p.Waits), pool)
		c.put(prometheus.CounterValue, "database_connection_wait_seconds_total", "Time for which requests waited for a connection.", p.Waited.Seconds(), pool)
	}
}

func (c collected) gauge(name, help string, value float64, labels prometheus.Labels) {
	c.put(prometheus.GaugeValue, name, help, value, labels)
}

func (c collected) put(kind prometheus.ValueType, name, help string, value float64, labels prometheus.Labels) {
	c <- prometheus.MustNewConstMetric(prometheus.NewDesc(prometheus.BuildFQName(namespace, "", name), help, nil, labels), kind, value)
}

//! The server's numbers, for Prometheus.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::net::TcpListener;

use crate::output::Failure;

/// Bounds of the times that are counted, in seconds.
const TIMES: [f64; 10] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5];
/// How often what was counted is put in order.
const UPKEEP: Duration = Duration::from_secs(5);

/// Counts from now on, and tells the numbers at this address.
pub async fn serve(address: SocketAddr) -> Result<(), Failure> {
    let listener = TcpListener::bind(address).await.map_err(|why| Failure::Failed(format!("{address}: {why}")))?;
    let recorder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &TIMES)
        .map_err(Failure::failed)?
        .install_recorder()
        .map_err(Failure::failed)?;
    server::measures::describe();
    let upkeep = recorder.clone();
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(UPKEEP).await;
            upkeep.run_upkeep();
        }
    });
    let app = Router::new().route("/metrics", get(move || told(recorder.clone())));
    tokio::spawn(async move {
        if let Err(why) = axum::serve(listener, app).await {
            tracing::error!(%why, "the numbers are no longer told");
        }
    });
    Ok(())
}

async fn told(recorder: PrometheusHandle) -> String {
    recorder.render()
}
